import { createHash } from 'node:crypto';

/** A text with numbered places, the names of what is bound to them, and the name under which it is prepared. */
interface Numbered {
  readonly name: string;
  readonly text: string;
  readonly names: readonly string[];
}

const known = new Map<string, Numbered>();

/** `:name` becomes `$1`, as the protocol numbers values. */
function numbered(text: string): Numbered {
  const found = known.get(text);
  if (found) return found;
  const names: string[] = [];
  const inNumbers = text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const name = createHash('sha256').update(inNumbers).digest('base64url').slice(0, 24);
  const made = { name, text: inNumbers, names };
  known.set(text, made);
  return made;
}

/** Text of PostgreSQL holds every character but NUL, which no text of a person needs. */
const toValue = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

/** A statement with its values, as the driver takes it. */
export function bound(statement: string, values: object) {
  const { text, names } = numbered(statement);
  return { text, values: names.map((each) => toValue(values[each as keyof typeof values])) };
}

/** The same, which each connection prepares once. */
export const named = (statement: string, values: object) => ({
  ...bound(statement, values),
  name: numbered(statement).name,
});
