// A collection as a table with the columns id, owned and wanted: read from a CSV or .xlsx file, and written as CSV.
// What is wrong with a table is told row by row, in the words of `pirate-code collection import`.
const pirateTable = (() => {
  const {LARGEST, PIECES} = pirateCollection;
  const NAME = 100, SHOWN = 20, SIZE = 2_000_000;
  const ZIPPED = [0x50, 0x4b, 3, 4];  // how .xlsx, .ods and .numbers begin
  const OTHER = /\.(xls|xlsb|ods|numbers)$/i;
  const FORMULA = /^'*[=+\-@\t\r\n]/;  // a spreadsheet would take it for a formula: it gets an apostrophe
  const SIGNS = ",;\t";

  const toCell = (value) => {
    const text = FORMULA.test(value) && typeof value === "string" ? "'" + value : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const fromCell = (text) => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);
  const line = (cells) => cells.map(toCell).join(",") + "\r\n";

  // The rows of a text: quoted cells may hold separators and line breaks.
  const rows = (text) => {
    const bare = text.replace(/^\ufeff/, "");
    const head = bare.slice(0, bare.search(/\r|\n|$/));
    const separator = [...SIGNS].reduce((best, sign) => (head.split(sign).length > head.split(best).length ? sign : best));
    const found = [];
    let row = [], cell = "", quoted = false;
    const end = () => { row.push(fromCell(cell)); cell = ""; };
    for (let at = 0; at < bare.length; at++) {
      const char = bare[at];
      if (quoted) {
        if (char !== '"') cell += char;
        else if (bare[at + 1] === '"') { cell += '"'; at++; }
        else quoted = false;
      } else if (char === '"' && !cell) quoted = true;
      else if (char === separator) end();
      else if (char === "\n" || char === "\r") {
        if (char === "\r" && bare[at + 1] === "\n") at++;
        end();
        found.push(row);
        row = [];
      } else cell += char;
    }
    if (quoted) throw new Error("The table has a quotation mark that is never closed.");
    if (cell || row.length) { end(); found.push(row); }
    return found;
  };

  // The pieces that ids and names mean. Ids are compared without blanks, hyphens and leading zeros, and begin with any
  // code of their set.
  const compared = (text) => text.toLowerCase().normalize("NFKD").replace(/[^a-z0-9&]/g, "").replace(/(?<!\d)0+(?=\d)/g, "");
  const names = ({sets, pieces}) => {
    const exact = new Set(pieces.map(([id]) => id)), meant = new Map();
    const put = (key, id) => meant.set(key, [...new Set([...(meant.get(key) ?? []), id])]);
    const starts = Object.fromEntries(sets.map(({id, names: codes}) => [id, [...new Set([id, ...codes].map(compared))]]));
    for (const [id, name, set] of pieces) {
      for (const start of starts[set] ?? []) put(start + compared(id.slice(set.length)), id);
      put("name " + compared(name), id);
    }
    return (written) => {
      if (exact.has(written)) return [written];
      const key = compared(written);
      return (key && (meant.get(key) ?? meant.get("name " + key))) || [];
    };
  };

  // The end of a sentence about an id or a name that no piece has: what is wrong with the number, or the name that was
  // perhaps meant.
  const why = ({sets, pieces}, written) => {
    const [, code] = /^([A-Za-z&]+)[\s-]*\d+[A-Za-z]?$/.exec(written) ?? [];
    if (!code) return pirateNames.nearest(written, pieces.map(([, name]) => name));
    const known = ({id, names: codes}) => [id, ...codes].some((each) => compared(each) === compared(code));
    const set = sets.find(known);
    if (!set) return `: there is no set “${code}”${pirateNames.nearest(code, sets.map(({id}) => id))}`;
    const held = pieces.filter(([, , of]) => of === set.id).length;
    return `: this library holds ${held.toLocaleString("en")} pieces of ${set.name}, and not that one.`;
  };

  const number = (cell, title) => {
    const text = (cell ?? "").trim();
    if (!/^\d{0,9}$/.test(text) || Number(text) > LARGEST) {
      throw new Error(`${title} is a number from 0 to ${LARGEST.toLocaleString("en")}, not “${text.slice(0, 40)}”.`);
    }
    return Number(text);
  };
  const some = (faults) => (faults.length > SHOWN ? [...faults.slice(0, SHOWN), `... and ${faults.length - SHOWN} more rows.`] : faults);

  // What a table says: {pieces, unknown} by ids, each [owned, wanted] with null for a column that is not there; `faults`
  // refuse it, `notes` are about the unknown rows.
  const read = (table, library) => {
    const result = {pieces: new Map(), unknown: new Map(), faults: [], notes: []};
    const refused = (sentence) => ({...result, faults: [sentence]});
    const numbered = table.map((cells, at) => [at + 1, cells]).filter(([, cells]) => cells.some((cell) => cell.trim()));
    const titles = (numbered.shift()?.[1] ?? []).map((title) => title.trim().toLowerCase());
    const columns = ["id", "owned", "wanted"].map((title) => titles.indexOf(title));
    if (columns[0] < 0 || (columns[1] < 0 && columns[2] < 0)) {
      const there = titles.map((title) => title.slice(0, 40)).slice(0, 20).join(", ") || "none";
      return refused(`The table needs the column id, and owned or wanted or both; its columns are: ${there}.`);
    }
    if (numbered.length > PIECES) return refused(`A collection has at most ${PIECES.toLocaleString("en")} rows.`);
    const find = names(library), lines = new Map();
    for (const [at, cells] of numbered) {
      try {
        const written = (cells[columns[0]] ?? "").trim().replace(/\s+/g, " ");
        if (!written) throw new Error("the id is missing.");
        if (written.length > NAME) throw new Error(`an id has at most ${NAME} characters.`);
        const counts = ["owned", "wanted"].map((title, which) => (columns[which + 1] < 0 ? null : number(cells[columns[which + 1]], title)));
        const ids = find(written), id = ids.length === 1 ? ids[0] : written;
        if (lines.has(id)) throw new Error(`row ${lines.get(id)} is ${id} already; put them into one row.`);
        lines.set(id, at);
        (ids.length === 1 ? result.pieces : result.unknown).set(id, counts);
        if (ids.length > 1) result.notes.push(`Row ${at}: “${written}” can be ${ids.slice(0, 5).join(", ")}; write the id.`);
        else if (!ids.length) result.notes.push(`Row ${at}: there is no piece “${written}”${result.notes.length < SHOWN ? why(library, written) : "."}`);
      } catch (error) {
        result.faults.push(`Row ${at}: ${error.message}`);
      }
    }
    result.faults = some(result.faults);
    result.notes = some(result.notes);
    return result;
  };

  const write = (library, collection) => {
    const sets = new Map(library.sets.map(({id, name}) => [id, name])), known = new Set();
    let text = "\ufeff" + line(["id", "owned", "wanted", "name", "set"]);
    for (const [id, name, set] of library.pieces) {
      const held = collection.get(id);
      known.add(id);
      if (held) text += line([id, ...held, name, sets.get(set) ?? ""]);
    }
    for (const [id, held] of [...collection].sort()) if (!known.has(id)) text += line([id, ...held, "", ""]);
    return text;
  };

  // The rows of a file; what cannot be read is refused in one sentence.
  const table = async (file) => {
    if (file.size > SIZE) throw new Error(`The file is larger than ${SIZE / 1e6} MB.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const zipped = ZIPPED.every((byte, at) => bytes[at] === byte);
    if (zipped && typeof DecompressionStream === "function" && !OTHER.test(file.name)) return pirateWorkbook.rows(bytes);
    if (zipped || OTHER.test(file.name) || /\.xlsx$/i.test(file.name))
      throw new Error("This spreadsheet file cannot be read here; save it as CSV UTF-8 in your spreadsheet program, and import that.");
    let text;
    try { text = new TextDecoder("utf-8", {fatal: true}).decode(bytes); } catch {
      throw new Error("The file is not UTF-8 text; save it as CSV UTF-8.");
    }
    if (/^\s*<(!doctype html|html)/i.test(text)) throw new Error("This is a web page and no table; save the table itself, as CSV.");
    if (text.includes("\0")) throw new Error("This is no table of text.");
    return rows(text);
  };

  return {read, write, names, why, table};
})();
