// Names as people type them, and the known name that was perhaps meant: core/naming.py does the same.
const pirateNames = (() => {
  const NEAR = 0.6, FEW = 30;

  const folded = (text) => text
    .replace(/[’‘“”]/g, "")
    .normalize(/^[\x00-\x7f]*$/.test(text) ? "NFC" : "NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/['"`]/g, "")
    .replace(/-/g, " ")
    .toLowerCase()
    .split(/\s+/).filter(Boolean).join(" ");

  // How alike two words are, from 0 to 1: twice the letters that stand in both in the same order.
  const likeness = (one, other) => {
    let above = new Array(other.length + 1).fill(0);
    for (const letter of one) {
      const row = [0];
      for (let at = 0; at < other.length; at++)
        row.push(letter === other[at] ? above[at] + 1 : Math.max(row[at], above[at + 1]));
      above = row;
    }
    return one.length + other.length ? 2 * above[other.length] / (one.length + other.length) : 1;
  };

  const likest = (given, known) => {
    const wanted = folded(given).slice(0, 60);
    let best = "", most = NEAR;
    for (const name of known) {
      const alike = likeness(wanted, folded(name));
      if (alike > most) { most = alike; best = name; }
    }
    return best;
  };

  // The end of a sentence: the name that was perhaps meant, or all of them if they are few.
  const nearest = (given, known) => {
    const near = likest(given, known);
    if (near) return `; did you mean ${near}?`;
    const all = [...new Set(known)].sort();
    return all.length > FEW || !all.length ? "." : `; it can be ${all.join(", ").replace(/, ([^,]*)$/, " or $1")}.`;
  };

  return {folded, likest, nearest};
})();
