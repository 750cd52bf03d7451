import type { Missed, Redirects } from '@coachsite/adapters/contract';
import type { RedirectReason } from '@coachsite/core/redirects';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';
import { useBlock } from './parts/use-block.ts';

type Row = Redirects['redirects'][number];

/** Why a change was refused: in a field of the new row, or in a row that was there. */
export interface AddressErrors {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const path = '/api/admin/redirects';

/** An address as it is read, with its letters in place of escapes, where it means the same as what is stored. */
export function readable(address: string): string {
  try {
    const text = decodeURI(address);
    // What is left escaped, or would be invisible, is shown as it is stored.
    return /[%\p{C}]|[^\S ]/u.test(text) ? address : text;
  } catch {
    return address;
  }
}

/** The table of old addresses and the paths that people miss: read, changed, and a change taken back. */
export function useAddresses() {
  const { t } = useTranslation('admin');
  const table = useBlock<Redirects>(path);
  const missed = useBlock<Missed>('/api/admin/missed');
  const [before, setBefore] = useState<Redirects['redirects']>();

  /** Saves a whole table; the errors of its last row, none where it could not be saved, or undefined once it is. */
  async function save(
    redirects: readonly Row[],
    title: string,
  ): Promise<AddressErrors | undefined> {
    const saved = await calls.put(path, { version: table.data?.version, redirects });
    if (saved.isOk()) {
      toast({ system: 'form', tone: 'good', title });
      setBefore(table.data?.redirects);
      table.reload();
      missed.reload();
      return undefined;
    }
    const { error } = saved;
    if (error.kind !== 'validation_failed') {
      toast({ system: 'form', tone: 'bad', title: t('inbox.failed') });
      if (error.kind === 'redirects_conflict') table.reload();
      return {};
    }
    // Of this call the fields are the addresses.
    const fields = error.fields as Readonly<Record<string, RedirectReason>>;
    const textOf = (reason: RedirectReason | undefined) =>
      reason && t(`addresses.errors.${reason}`);
    const last = redirects.length - 1;
    const own = { from: textOf(fields[`${last}.from`]), to: textOf(fields[`${last}.to`]) };
    if (own.from || own.to) return own;
    const [[name, reason] = ['0', undefined]] = Object.entries(fields);
    const address = readable(redirects[Number.parseInt(name, 10)]?.from ?? '');
    return { from: t('addresses.mend', { address, reason: textOf(reason) ?? '' }) };
  }

  const rows = table.data?.redirects ?? [];
  return {
    table,
    missed,
    add: (row: Row) => save([...rows, row], t('addresses.saved')),
    remove: (row: Row) =>
      save(
        rows.filter((one) => one.from !== row.from),
        t('addresses.removed'),
      ),
    /** Makes the table what it was before the last change. */
    undo: before && (() => save(before, t('addresses.undone'))),
  };
}
