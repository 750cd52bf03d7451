/** The keys of a table of error kinds whose value is `true`. */
export type ShownKind<Table> = {
  [Kind in keyof Table]: Table[Kind] extends true ? Kind : never;
}[keyof Table];

/** `kind`, if the table says that it is shown with its own text; `undefined` if not, or if the table lacks it. */
export function shownKind<Table extends Readonly<Record<string, boolean>>>(
  table: Table,
  kind: string,
): ShownKind<Table> | undefined {
  return Object.hasOwn(table, kind) && table[kind] ? (kind as ShownKind<Table>) : undefined;
}
