const enterpriseNumber = /^(?:BE )?[01]\d{3}\.\d{3}\.\d{3}$/;

/**
 * Whether `text` is a Belgian enterprise or VAT number, written like `BE 0123.456.749` or without `BE`: its last two
 * digits are 97 minus the remainder of the first eight divided by 97. Source: docs/law-and-search.md#B1.
 */
export function isEnterpriseNumber(text: string): boolean {
  if (!enterpriseNumber.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  return 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8));
}

/**
 * Whether `text` is an IBAN, with or without spaces. The check: move the first four characters to the end, replace each
 * letter by a number from 10 on, and divide by 97; the remainder must be 1. Source: ISO 13616.
 */
export function isBankAccount(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  const digits = (compact.slice(4) + compact.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
