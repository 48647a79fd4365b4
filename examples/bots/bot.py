"""A captain of Pirates or Blackbeard as a program of its own: takes any option, and looks at the table once.

pirate-code play --fleet french-traders --fleet spanish-raiders --captain "cmd:python bot.py" --captain greedy
pirate-code blackbeard play --captain "cmd:python bot.py" --captain random
"""

import json
import random
import sys


def send(message):
    """Write a message on a line of its own, at once."""
    print(json.dumps(message), flush=True)


def main():
    """Answer until the game is over."""
    looked, options = False, []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            chance = random.Random(message["seed"])
            send({"protocol": 1})
        elif message["type"] == "decide":
            options = message["decision"]["options"]
            if looked:
                send({"id": message["id"], "option": chance.randrange(len(options))})
            else:
                send({"id": message["id"], "look": True})
        elif message["type"] == "table":
            looked = True
            send({"id": message["id"], "answer": options[0]["answer"]})
        else:
            return


main()
