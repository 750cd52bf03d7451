/**
 * The UUID for a test that a name of up to 15 ASCII characters always gets; UUIDs sort as their names do. The suites use
 * such ids wherever a port documents a UUID, so that a column may be of that type.
 */
export function idOf(name: string): string {
  const letters = Array.from(name, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0'));
  const digits = letters.join('').padEnd(30, '0');
  return digits.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** The name whose UUID this is, so that a failed check shows names. */
export function nameOf(id: string): string {
  const digits = id.replace(/^(.{8})-(.{4})-4(.{3})-8(.{3})-(.{12})$/, '$1$2$3$4$5');
  const letters = digits.match(/[1-9a-f][0-9a-f]/g) ?? [];
  return letters.map((code) => String.fromCharCode(Number.parseInt(code, 16))).join('');
}
