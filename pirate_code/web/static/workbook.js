// The first sheet of an .xlsx file as rows of text: a zip archive of XML, unpacked by the browser itself.
const pirateWorkbook = (() => {
  const PARTS = 2000, UNPACKED = 20_000_000, ROWS = 20_000, COLUMNS = 200;
  const damaged = () => new Error("The spreadsheet file is damaged; save it as CSV UTF-8 in your spreadsheet program, and import that.");
  const large = () => new Error("The spreadsheet is too large to be read here; save it as CSV UTF-8, and import that.");

  // Where each file of the archive lies, from the list at its end.
  const parts = (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), found = new Map();
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < 0) throw damaged();
    const count = view.getUint16(end + 10, true);
    if (count > PARTS) throw large();
    for (let at = view.getUint32(end + 16, true), left = count; left > 0; left--) {
      if (view.getUint32(at, true) !== 0x02014b50) throw damaged();
      const [name, extra, note] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = bytes.subarray(start, start + view.getUint32(at + 20, true));
      found.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), {packed, method: view.getUint16(at + 10, true)});
      at += 46 + name + extra + note;
    }
    return found;
  };

  // A file of the archive as XML; what unpacks to more than is allowed is refused before it fills the memory.
  const xml = async ({packed, method}) => {
    if (method !== 0 && method !== 8) throw damaged();
    const plain = new Blob([packed]).stream();
    const reader = (method ? plain.pipeThrough(new DecompressionStream("deflate-raw")) : plain).getReader();
    const decoder = new TextDecoder();
    let text = "", size = 0;
    for (let got = await reader.read(); !got.done; got = await reader.read()) {
      size += got.value.length;
      if (size > UNPACKED) { reader.cancel(); throw large(); }
      text += decoder.decode(got.value, {stream: true});
    }
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw damaged();
    const document = new DOMParser().parseFromString(text, "application/xml");
    if (document.querySelector("parsererror")) throw damaged();
    return document;
  };
  const all = (within, name) => [...within.getElementsByTagNameNS("*", name)];
  const joined = (within) => all(within, "t").filter((each) => each.parentNode.localName !== "rPh").map((each) => each.textContent).join("");

  // The name of the first sheet's file: the workbook names a relation, and that its file.
  const firstSheet = async (files) => {
    const [book, links] = await Promise.all(["xl/workbook.xml", "xl/_rels/workbook.xml.rels"].map((name) => {
      if (!files.has(name)) throw damaged();
      return xml(files.get(name));
    }));
    const [sheet] = all(book, "sheet");
    const wanted = sheet && [...sheet.attributes].find((each) => each.localName === "id" && each.prefix)?.value;
    const target = all(links, "Relationship").find((each) => each.getAttribute("Id") === wanted)?.getAttribute("Target") ?? "";
    return target.startsWith("/") ? target.slice(1) : "xl/" + target;
  };

  const column = (reference) => [...(/^[A-Z]+/.exec(reference)?.[0] ?? "")].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const value = (cell, shared) => {
    const kind = cell.getAttribute("t"), text = all(cell, "v")[0]?.textContent ?? "";
    if (kind === "inlineStr") return joined(cell);
    if (kind === "s") return shared[Number(text)] ?? "";
    return /^-?\d+\.0+$/.test(text) ? String(Number(text)) : text;
  };

  const rows = async (bytes) => {
    try {
      const files = parts(bytes), name = await firstSheet(files), strings = files.get("xl/sharedStrings.xml");
      if (!files.has(name)) throw damaged();
      const shared = strings ? all(await xml(strings), "si").map(joined) : [];
      const found = [];
      for (const row of all(await xml(files.get(name)), "row")) {
        const number = Number(row.getAttribute("r") ?? found.length + 1), cells = [];
        if (!(number > found.length) || number > ROWS) throw number > ROWS ? large() : damaged();
        while (found.length < number - 1) found.push([]);
        for (const cell of all(row, "c")) {
          const at = cell.hasAttribute("r") ? column(cell.getAttribute("r")) : cells.length;
          if (at < 0 || at >= COLUMNS) continue;
          while (cells.length < at) cells.push("");
          cells[at] = value(cell, shared);
        }
        found.push(cells);
      }
      return found;
    } catch (error) {
      throw error instanceof RangeError || error instanceof TypeError ? damaged() : error;
    }
  };

  return {rows};
})();
