import { ssoProviderId } from '@coachsite/core/federation';
import type { Digest, EpochMs, Ids } from '@coachsite/core/kernel';
import { type AccountToTake, accountOf } from './account.ts';
import { type LeftOut, type Parted, partDoubles } from './doubles.ts';
import type { OldRows } from './rows.ts';

/** The rows of one account. */
function groupBy<Row extends { readonly user_id: string }>(rows: readonly Row[]) {
  const groups = Map.groupBy(rows, ({ user_id }) => user_id);
  return (id: string): readonly Row[] => groups.get(id) ?? [];
}

/** Which accounts of the service this site would take, without a look at its own. */
export function planOf(
  rows: OldRows,
  ports: { readonly digest: Digest; readonly ids: Ids },
  now: EpochMs,
): Parted {
  const identities = groupBy(rows.identities);
  const factors = groupBy(rows.factors);
  const roles = groupBy(rows.roles);
  const passkeys = groupBy(rows.passkeys);
  const entityIds = new Map(
    rows.samlProviders.map(({ sso_provider_id, entity_id }) => [sso_provider_id, entity_id]),
  );
  // The id of a provider here follows from its own name.
  const ssoIdOf = (id: string) => {
    const entityId = entityIds.get(id);
    return entityId && ssoProviderId(entityId, ports.digest);
  };
  const given = { now, uuid: ports.ids.uuid, ssoIdOf };
  const found: AccountToTake[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of rows.users) {
    const { id } = row;
    const belongings = {
      identities: identities(id),
      factors: factors(id),
      roles: roles(id).map(({ role }) => role),
      passkeys: passkeys(id).length,
    };
    const account = accountOf(row, belongings, given);
    if (account.isOk()) found.push(account.value);
    else
      leftOut.push({
        id,
        address: row.email || (row.phone && `+${row.phone}`),
        reason: account.error,
      });
  }
  const parted = partDoubles(found);
  return { taken: parted.taken, leftOut: [...leftOut, ...parted.leftOut] };
}
