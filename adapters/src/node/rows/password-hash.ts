/** Salt and hash in base64, in the one spelling that bytes have: readers reject any other. */
function areBytes(salt = '', hash = '', least = 0): boolean {
  return [salt, hash].every((text) => {
    const bytes = Buffer.from(text, 'base64');
    const isOne = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
    return isOne && bytes.length >= least;
  });
}

const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{31}$/;
const argon2 = /^(\$argon2(?:i|id)\$v=19\$m=\d+,t=\d+,p=\d+\$)([^$]+)\$([^$]+)$/;
const scrypt = /^(\$fbscrypt\$v=1,n=\d+,r=\d+,p=\d+(?:,ss=[^,$]*)?,sk=[^,$]+\$)([^$]+)\$([^$]+)$/;

/**
 * What a hash of a password says before its salt: algorithm and cost, on which alone depends how long a check takes. Those
 * of bcrypt have one form, whichever version wrote them. `undefined` for a text that is no hash of a known form.
 */
export function hashKind(hash: string): string | undefined {
  const [, cost] = bcrypt.exec(hash) ?? [];
  if (cost !== undefined) return `$2b$${cost}$`;
  const [, ofArgon2, salt, bytes] = argon2.exec(hash) ?? [];
  if (ofArgon2 !== undefined) return areBytes(salt, bytes, 8) ? ofArgon2 : undefined;
  const [, ofScrypt, ...texts] = scrypt.exec(hash) ?? [];
  return areBytes(...(texts as [string?, string?])) ? ofScrypt : undefined;
}
