-- Full-text indexes and views over the tables of tables.py. Search is ranked by bm25: ORDER BY rank.

CREATE VIRTUAL TABLE pieces_fts USING fts5(
    name, other_names, number, links, ability,
    content="pieces", tokenize="porter unicode61 remove_diacritics 2"
);
INSERT INTO pieces_fts (pieces_fts) VALUES ('rebuild');
INSERT INTO pieces_fts (pieces_fts, rank) VALUES ('rank', 'bm25(10.0, 8.0, 8.0, 2.0, 1.0)');

CREATE VIRTUAL TABLE abilities_fts USING fts5(
    text, corrected, rendered,
    content="abilities", tokenize="porter unicode61 remove_diacritics 2"
);
INSERT INTO abilities_fts (abilities_fts) VALUES ('rebuild');
INSERT INTO abilities_fts (abilities_fts, rank) VALUES ('rank', 'bm25(2.0, 1.0, 1.0)');

CREATE VIRTUAL TABLE keywords_fts USING fts5(
    name, other_names, definition, notes,
    content="keywords", tokenize="porter unicode61 remove_diacritics 2"
);
INSERT INTO keywords_fts (keywords_fts) VALUES ('rebuild');
INSERT INTO keywords_fts (keywords_fts, rank) VALUES ('rank', 'bm25(10.0, 8.0, 2.0, 1.0)');

CREATE VIRTUAL TABLE rulings_fts USING fts5(
    section, about, other_names, says,
    content="rulings", tokenize="porter unicode61 remove_diacritics 2"
);
INSERT INTO rulings_fts (rulings_fts) VALUES ('rebuild');
INSERT INTO rulings_fts (rulings_fts, rank) VALUES ('rank', 'bm25(4.0, 4.0, 2.0, 1.0)');

-- Every piece as a player reads it.
CREATE VIEW piece_cards AS
SELECT
    pieces.id,
    sets.name AS in_set,
    pieces.number,
    pieces.name,
    pieces.kind,
    nations.adjective AS nation,
    pieces.rarity,
    coalesce(pieces.points || ' points', pieces.gold || ' gold') AS cost,
    pieces.masts,
    pieces.cargo,
    pieces.base_move,
    pieces.cannons,
    pieces.links,
    pieces.ability,
    (
        SELECT group_concat(name, ', ')
        FROM (
            SELECT DISTINCT keywords.name
            FROM piece_ability
            JOIN ability_keyword USING (ability_id)
            JOIN keywords ON keywords.id = keyword_id
            WHERE piece_id = pieces.id AND in_force AND how IN ('has', 'text')
            ORDER BY keywords.name
        )
    ) AS keywords,
    pieces.corrected
FROM pieces
JOIN sets ON sets.id = pieces.set_id
LEFT JOIN nations ON nations.id = pieces.nation_id;

-- Which pieces carry a line.
CREATE VIEW ability_carriers AS
SELECT
    abilities.id AS ability_id,
    abilities.text,
    pieces.id AS piece_id,
    pieces.name AS piece,
    pieces.kind,
    piece_ability.printed,
    piece_ability.in_force
FROM abilities
JOIN piece_ability ON piece_ability.ability_id = abilities.id
JOIN pieces ON pieces.id = piece_ability.piece_id;

-- Which pieces have a keyword, by name or because their line says the same.
CREATE VIEW keyword_carriers AS
SELECT DISTINCT
    keywords.id AS keyword_id,
    keywords.name AS keyword,
    nations.adjective AS nation,
    ability_keyword.how,
    pieces.id AS piece_id,
    pieces.name AS piece,
    pieces.kind
FROM keywords
JOIN ability_keyword ON ability_keyword.keyword_id = keywords.id AND ability_keyword.how IN ('has', 'text')
JOIN piece_ability ON piece_ability.ability_id = ability_keyword.ability_id AND piece_ability.in_force
JOIN pieces ON pieces.id = piece_ability.piece_id
LEFT JOIN nations ON nations.id = ability_keyword.nation;

-- What a line does to the events and numbers of the game: listens, causes, forbids, replaces, reads, writes ...
CREATE VIEW ability_events AS
SELECT abilities.id AS ability_id, abilities.text, touches.key AS touches, event.value AS event
FROM abilities, json_each(abilities.footprint_json) AS touches, json_each(touches.value) AS event;

-- Lines that are one ability in other words, and so do not stack.
CREATE VIEW same_abilities AS
SELECT abilities.id AS ability_id, abilities.text, other.id AS other_id, other.text AS other_text
FROM abilities
JOIN abilities AS other ON other.form = abilities.form AND other.id <> abilities.id;

-- Lines that the language does not understand, and why.
CREATE VIEW unparsed_abilities AS
SELECT
    id AS ability_id,
    text,
    error_json ->> '$.message' AS message,
    error_json ->> '$.column' AS at,
    error_json ->> '$.nearest' AS nearest
FROM abilities
WHERE status = 'unparsed';

-- What the errata changed: the printed value beside the one in force.
CREATE VIEW corrected_pieces AS
SELECT
    pieces.id AS piece_id,
    pieces.name AS piece,
    errata.field,
    CASE errata.field
        WHEN 'nation' THEN (SELECT adjective FROM nations WHERE nations.id = pieces.printed_nation_id)
        WHEN 'points' THEN pieces.printed_points
        WHEN 'masts' THEN pieces.printed_masts
        ELSE pieces.printed_ability
    END AS printed,
    CASE errata.field
        WHEN 'nation' THEN (SELECT adjective FROM nations WHERE nations.id = pieces.nation_id)
        WHEN 'points' THEN pieces.points
        WHEN 'masts' THEN pieces.masts
        ELSE pieces.ability
    END AS in_force,
    errata.why,
    errata.ruling_id
FROM piece_erratum
JOIN errata ON errata.id = piece_erratum.erratum_id
JOIN pieces ON pieces.id = piece_erratum.piece_id;

-- Where each ruling comes from, in words: document, date, heading and items.
CREATE VIEW citations AS
SELECT
    rulings.id AS ruling_id,
    documents.title || ' (' || documents.date || '), ' || rulings.section || CASE
        WHEN rulings.items = '' THEN ''
        WHEN rulings.items LIKE '%,%' THEN ', items ' || rulings.items
        ELSE ', item ' || rulings.items
    END AS citation
FROM rulings
JOIN documents ON documents.id = rulings.document_id;

-- The rulings in the order of their sources; pointers have no text of their own.
CREATE VIEW rulings_by_section AS
SELECT
    documents.title AS document,
    documents.date,
    documents.authority,
    rulings.part,
    rulings.section,
    rulings.items,
    rulings.edition,
    rulings.id AS ruling_id,
    rulings.about,
    rulings.says
FROM rulings
JOIN documents ON documents.id = rulings.document_id
ORDER BY documents.date DESC, documents.title, rulings.part, rulings.section, rulings.file, rulings.position;

-- What a ruling claims, in a row that reads as a sentence.
CREATE VIEW claims_in_words AS
SELECT
    claims.ruling_id,
    claims.subject,
    claims.relation,
    claims.object,
    CASE claims.holds WHEN 'when' THEN 'when ' || claims.condition ELSE claims.holds END AS holds,
    claims.subject_id,
    claims.object_id
FROM claims;

-- Everything that rulings are about, by the row it is.
CREATE VIEW rulings_about AS
SELECT
    entries.id AS entry_id,
    entries.kind,
    entries.name,
    ruling_about.ruling_id,
    entries.keyword_id,
    entries.nation_id,
    entries.term_id,
    entries.ability_id,
    entries.piece_id
FROM ruling_about
JOIN entries ON entries.id = ruling_about.entry_id;

-- The rulings that speak of a line: of itself, of a keyword it has, or of an ability that has a name.
CREATE VIEW ability_rulings AS
SELECT ability_id, ruling_id, 'line' AS because, name
FROM rulings_about
WHERE ability_id IS NOT NULL
UNION
SELECT ability_keyword.ability_id, ruling_id, 'keyword', name
FROM rulings_about
JOIN ability_keyword USING (keyword_id)
WHERE how IN ('has', 'text')
UNION
SELECT term_ability.ability_id, ruling_id, 'ability', name
FROM rulings_about
JOIN term_ability USING (term_id);

-- The rulings that speak of a piece: by its name, through its errata, or through its line.
CREATE VIEW piece_rulings AS
SELECT piece_id, ruling_id, 'piece' AS because, name
FROM rulings_about
WHERE piece_id IS NOT NULL
UNION
SELECT term_piece.piece_id, ruling_id, 'piece', name
FROM rulings_about
JOIN term_piece USING (term_id)
UNION
SELECT piece_erratum.piece_id, errata.ruling_id, 'erratum', errata.field
FROM piece_erratum
JOIN errata ON errata.id = piece_erratum.erratum_id
UNION
SELECT piece_ability.piece_id, ability_rulings.ruling_id, ability_rulings.because, ability_rulings.name
FROM piece_ability
JOIN ability_rulings USING (ability_id)
WHERE in_force;
