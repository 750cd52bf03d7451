/** The parts of a statement that the databases write differently. Everything else in a statement is common SQL. */
export interface Dialect {
  /** Which database it is, for the few statements that have a text for each. */
  readonly name: 'sqlite' | 'postgres';
  /** The column that numbers rows in the order in which they were added. */
  readonly place: string;
  /** A condition after a column: that it equals one of several values, bound as a list. */
  readonly oneOf: (list: string) => string;
  /** The values of a bound list, as the rows of a table `each` with the column `value`. */
  readonly each: (list: string) => string;
  /** A condition: that a column is among those of a selection, which the database evaluates once. */
  readonly among: (column: string, selection: string) => string;
  /** A clause that locks the rows of a selection; nothing if transactions run one at a time. */
  readonly rowLock: (clause: string) => string;
  /** A text in lower case, ASCII letters only; columns have their collation in the schema. */
  readonly lower: (text: string) => string;
  /** The position of a word in a text, 0 if it is not there. */
  readonly position: (text: string, word: string) => string;
  /** The larger of two numbers. */
  readonly larger: (one: string, other: string) => string;
  /** The smaller of two numbers. */
  readonly smaller: (one: string, other: string) => string;
  /** A literal of bytes, written in hexadecimal. */
  readonly bytes: (hex: string) => string;
  /** Reads a table by this index; nothing where the planner finds it by itself. */
  readonly by: (index: string) => string;
  /** Reads a table in its own order; nothing where the planner does so by itself. */
  readonly inOwnOrder: string;
}

/** A part of a statement that each dialect writes in its own way. */
export type Part = (dialect: Dialect) => string;

/** What a statement is put together from. */
export type Piece = string | number | Part;

/** The text of a piece in a dialect. */
export const textOf = (piece: Piece, dialect: Dialect): string =>
  typeof piece === 'function' ? piece(dialect) : String(piece);

/** SQL whose pieces are written by the dialect of the connection that runs it. */
export const sql =
  (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Part =>
  (dialect) =>
    String.raw({ raw: texts }, ...pieces.map((piece) => textOf(piece, dialect)));

/** The parts of common statements; see {@link Dialect}. */
export const place: Part = (dialect) => dialect.place;

/** `place` as a column of the result, under that name in every database. */
export const placed: Part = ({ place: column }) =>
  column === 'place' ? column : `${column} AS place`;

export const oneOf =
  (list: string): Part =>
  (dialect) =>
    dialect.oneOf(`:${list}`);

export const each =
  (list: string): Part =>
  (dialect) =>
    dialect.each(`:${list}`);

export const among =
  (column: Piece, selection: Piece): Part =>
  (dialect) =>
    dialect.among(textOf(column, dialect), textOf(selection, dialect));

export const rowLock =
  (clause = 'FOR UPDATE'): Part =>
  (dialect) =>
    dialect.rowLock(clause);

export const lower =
  (value: string): Part =>
  (dialect) =>
    dialect.lower(value);

export const position =
  (text: Piece, word: Piece): Part =>
  (dialect) =>
    dialect.position(textOf(text, dialect), textOf(word, dialect));

export const larger =
  (one: string, other: string): Part =>
  (dialect) =>
    dialect.larger(one, other);

export const smaller =
  (one: string, other: string): Part =>
  (dialect) =>
    dialect.smaller(one, other);

export const bytes =
  (hex: string): Part =>
  (dialect) =>
    dialect.bytes(hex);

export const by =
  (index: string): Part =>
  (dialect) =>
    dialect.by(index);

export const inOwnOrder: Part = (dialect) => dialect.inOwnOrder;

/** In SQLite, OFFSET needs a LIMIT: this one is larger than any table. */
export const noLimit = String(Number.MAX_SAFE_INTEGER);
