import { type GotrueRows, readGotrue } from '@coachsite/adapters/gotrue';
import { openSetup } from '@coachsite/core/admins';
import type { EbookError } from '@coachsite/core/ebook';
import { logEvent, type RequestContext } from '@coachsite/core/security-log';
import { err, ok, type Result } from 'neverthrow';
import type { DatabaseStores } from '../../compose/database-stores.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import { databaseUrl } from '../../config/database-url.ts';
import { postgresReason } from '../../config/postgres-reasons.ts';
import { codeOf } from '../../config/system-errors.ts';
import { moveEbook } from './ebook.ts';
import { planOf } from './plan.ts';
import type { MovedIn } from './report.ts';
import { parseRows } from './rows.ts';
import { type Taken, takeAccounts } from './take.ts';

export { moveInLines } from './report.ts';

/** What is taken over, and how. */
export interface MoveInRequest {
  /** The database of the service. */
  readonly url: string;
  /** The file of the e-book. */
  readonly ebook: string | undefined;
  /** Nothing is kept of it. */
  readonly isDryRun: boolean;
  readonly context: RequestContext;
  /** An error of the e-book in words. */
  readonly textOf: (error: EbookError) => string;
}

/** Undoes the transaction of a dry run. */
class Undone extends Error {}

/** Why the database of the service cannot be read; its user may be one that is not let in. */
function unreadable(error: unknown): string {
  const code = codeOf(error).replace('POSTGRES_', '');
  if (code === '42501')
    return 'this user may not read all rows of the schema auth: take the user postgres, or its owner';
  const said = error instanceof Error ? error.message.replace(/^.*cannot be used: /, '') : '';
  return postgresReason(code, said);
}

async function readOld(url: string): Promise<Result<GotrueRows, string>> {
  const parsed = databaseUrl.safeParse(url);
  if (!parsed.success)
    return err(
      'URL: expected postgres://user:password@host/database, with parameters that pg knows',
    );
  try {
    const rows = await readGotrue(parsed.data);
    return rows ? ok(rows) : err('URL: this database has no table auth.users');
  } catch (error) {
    if (!codeOf(error).startsWith('POSTGRES_')) throw error;
    return err(`URL: the database cannot be read: ${unreadable(error)}`);
  }
}

/**
 * Takes over the accounts of another service, and the e-book, all of it in one transaction. Errors: why nothing was changed, as a
 * sentence. Rejects with errors of the site's own database and disk, with nothing changed. Source: docs/contract.md#1.
 */
export async function moveIn(
  ports: Ports,
  config: Config,
  { url, ebook: path, isDryRun, context, textOf }: MoveInRequest,
): Promise<Result<MovedIn, string>> {
  const read = await readOld(url);
  const rows = read.andThen((found) => parseRows(found).mapErr((where) => `URL: ${where}`));
  if (rows.isErr()) return err(`Nothing was changed. ${rows.error}`);
  const now = ports.clock.now();
  const plan = planOf(rows.value, ports, now);
  let taken: Taken | undefined;
  const take = async (after: (stores: DatabaseStores) => Promise<boolean>): Promise<boolean> => {
    let isDone = false;
    const whole = ports.inOneStep(async (stores) => {
      taken = await takeAccounts(stores, ports, plan.taken, now);
      await recordAdmins({ ...ports, ...stores }, taken, context);
      isDone = await after(stores);
      if (isDryRun) throw new Undone();
    });
    await whole.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
    return isDone;
  };
  const ebook =
    path === undefined
      ? await take(async () => false).then(() => ok(undefined))
      : await moveEbook(ports, config, { path, context, isDryRun }, take);
  if (ebook.isErr()) return err(`Nothing was changed. ${path}: ${textOf(ebook.error)}`);
  if (taken === undefined) return err('Nothing was changed.');
  // The link that makes the first admin is not needed any more.
  if (!isDryRun && taken.accounts.some(({ isAdmin }) => isAdmin)) await openSetup(ports);
  return ok({ ...taken, leftOut: [...plan.leftOut, ...taken.leftOut], ebook: ebook.value });
}

/** Records who became an admin, in the transaction in which they do. */
async function recordAdmins(
  ports: Pick<Ports, 'securityLog' | 'ids' | 'clock'>,
  { accounts }: Taken,
  context: RequestContext,
): Promise<void> {
  for (const { user } of accounts.filter(({ isAdmin }) => isAdmin)) {
    const details = { change: 'admin granted', account: 'moved in' };
    await logEvent(ports, { actionType: 'role_change', userId: user.id, context, details });
  }
}
