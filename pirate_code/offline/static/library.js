// The library as it comes: every file under data/ hands over a table or, of a large one, the next part, whose lists go on
// where those of the last part ended. Rows become objects, and places of rows those rows.
const pirateCode = {data: {}};
document.getElementById("main").textContent = "The library is being loaded.";

pirateCode.take = (name, data) => {
  const held = pirateCode.data[name] ??= {};
  for (const [key, value] of Object.entries(data)) held[key] = Array.isArray(held[key]) ? held[key].concat(value) : value;
};

pirateCode.rows = (table) => table.rows.map((row) => {
  const record = {};
  table.columns.forEach((name, place) => { record[name] = row[place] ?? null; });
  return record;
});

pirateCode.Library = class {
  constructor({about, index, pieces, abilities, keywords, rulings}) {
    this.about = about;
    this.rows = Object.fromEntries(Object.entries({piece: pieces, keyword: keywords, ability: abilities, ruling: rulings})
      .map(([sort, table]) => [sort, pirateCode.rows(table)]));
    this.searched = {ruling: rulings.searched};
    for (const name of Object.keys(index)) this[name] = pirateCode.rows(index[name]);
    const nations = new Map(this.nations.map((nation) => [nation.id, nation.name]));
    const sets = new Map(this.sets.map((set) => [set.id, set]));
    for (const piece of this.rows.piece) {
      piece.nation = nations.get(piece.nation_id) ?? null;
      piece.set = sets.get(piece.set_id);
      piece.line = piece.line === null ? null : this.rows.ability[piece.line];
    }
    this.byId = Object.fromEntries(Object.entries({...this.rows, term: this.terms, nation: this.nations, section: this.sections,
      set: this.sets}).map(([sort, rows]) => [sort, new Map(rows.map((row) => [row.id.toLowerCase(), row]))]));
  }

  // A thing by its id, or by its name if it has one; undefined if there is none.
  thing(sort, key) {
    const wanted = pirateCode.folded(key);
    return this.byId[sort].get(key.toLowerCase())
      ?? [...this.byId[sort].values()].find((row) => row.name && pirateCode.folded(row.name) === wanted);
  }

  at(sort, places) { return (places ?? []).map((place) => this.rows[sort][place]); }

  // The rulings that speak of a piece: of itself and its corrections, or else those of its line.
  rulingsOf(thing) {
    return this.at("ruling", (thing.rulings ?? thing.line?.rulings ?? []).map((cited) => cited[0] ?? cited));
  }
};
