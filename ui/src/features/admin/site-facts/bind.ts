/** Why fields are wrong, by their place in the facts. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A value of the draft: its place in the facts, the errors of all of them, and how it is replaced. */
export interface Bound<T> {
  /** Such as `coach.training.0`; empty for the facts as a whole. */
  readonly field: string;
  readonly value: T;
  readonly errors: FieldErrors;
  onChange(value: T): void;
}

/** An object of a list, which can be removed from it. */
export interface Item<T> extends Bound<T> {
  remove(): void;
}

/** One property of an object of the draft: what a field takes, or another object. */
export function bind<T extends object, K extends keyof T & string>(
  { field, value, errors, onChange }: Bound<T>,
  name: K,
): Bound<T[K]> {
  return {
    field: field === '' ? name : `${field}.${name}`,
    value: value[name],
    errors,
    onChange: (next) => onChange({ ...value, [name]: next }),
  };
}

/** The objects of a list of the draft. `idOf` names them in the facts: by their index, unless it is given. */
export function itemsOf<T extends object>(
  { field, value: list, errors, onChange }: Bound<readonly T[]>,
  idOf: (one: T, index: number) => string = (_, index) => String(index),
): readonly Item<T>[] {
  return list.map((value, index) => ({
    field: `${field}.${idOf(value, index)}`,
    value,
    errors,
    onChange: (next) => onChange(list.map((one, at) => (at === index ? next : one))),
    remove: () => onChange(list.filter((_, at) => at !== index)),
  }));
}
