/** An account whose address another account of the same mailbox has kept. */
export interface PartedAccount {
  readonly id: string;
  readonly formerEmail: string;
}

/** The question for them, in the SQL of both databases. */
export const partedAccountsQuery = `SELECT id, former_email AS "formerEmail" FROM users
  WHERE former_email IS NOT NULL ORDER BY former_email, id`;

/** What the operator should know of them; undefined while there are none. Source: docs/operations.md#two-accounts. */
export function partedNote(accounts: readonly PartedAccount[]): string | undefined {
  if (accounts.length === 0) return undefined;
  const count = accounts.length === 1 ? '1 account has' : `${accounts.length} accounts have`;
  return `Note: ${count} no e-mail address any more, as another account of the same mailbox has it: npm run preflight lists them`;
}
