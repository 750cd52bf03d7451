/**
 * What a hash of a password says before its salt: algorithm and cost, on which alone depends how long a check takes. Those
 * of bcrypt have one form, whichever version wrote them. `undefined` for a text that is no hash of a known form.
 */
export function hashKind(hash: string): string | undefined {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? [];
  if (cost !== undefined) return `$2b$${cost}$`;
  const named =
    /^(\$argon2(?:i|id)\$v=19\$m=\d+,t=\d+,p=\d+\$)[+/\w]+\$[+/\w]+$/.exec(hash) ??
    /^(\$fbscrypt\$v=1,n=\d+,r=\d+,p=\d+(?:,ss=[+/\w=]*)?,sk=[+/\w=]+\$)[+/\w=]+\$[+/\w=]+$/.exec(
      hash,
    );
  return named?.[1];
}
