import type { ApiError } from '@coachsite/adapters/browser';
import type { ErasedCounts, PersonExport } from '@coachsite/adapters/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAsJson } from '../../../browser/save-as.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';

/** The outcome: announced by a toast, and shown until the next try. */
export interface PersonOutcome {
  readonly tone: 'good' | 'bad' | 'info';
  readonly title: string;
  readonly text?: string | undefined;
}

/** Errors whose text helps the admin. */
const explained = ['last_admin', 'insufficient_aal', 'not_admin'] as const;

const kinds = [
  'accounts',
  'pendingChanges',
  'messages',
  'interests',
  'securityEvents',
  'mails',
  'textMessages',
  'errorReports',
] as const satisfies readonly (keyof ErasedCounts)[];

/** The export of an unknown person contains empty lists only. */
const isEmpty = (data: PersonExport) =>
  Object.values(data).every((value) => !Array.isArray(value) || value.length === 0);

/** The number of records of one kind in an export: those beside the accounts, and those inside them. */
function countIn(data: PersonExport, kind: keyof ErasedCounts): number {
  const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  const accounts: readonly Readonly<Record<string, unknown>>[] = Array.isArray(data.accounts)
    ? data.accounts
    : [];
  return accounts.reduce((sum, account) => sum + lengthOf(account[kind]), lengthOf(data[kind]));
}

/** An address, or a number as it was typed: the server knows which digits an account has. */
export type Sought = { readonly email: string } | { readonly phone: string };

/** Whom an export is about: where a number was typed, by the digits that the server took it for. */
const foundIn = (data: PersonExport, sought: Sought): Sought =>
  'phone' in sought && typeof data.phone === 'string' ? { phone: `+${data.phone}` } : sought;

/** The address, or the number. */
export const nameOf = (sought: Sought): string => ('email' in sought ? sought.email : sought.phone);

/**
 * Exports and erases everything kept about one person.
 * Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export function usePerson(onErased: () => void) {
  const { t } = useTranslation(['admin', 'problems', 'common']);
  const [outcome, setOutcome] = useState<PersonOutcome>();

  const show = (next: PersonOutcome) => {
    setOutcome(next);
    toast({ system: 'form', ...next });
  };
  /** The kinds that occur, with their numbers, in one line. */
  const listed = (countOf: (kind: keyof ErasedCounts) => number) =>
    kinds
      .filter((kind) => countOf(kind) > 0)
      .map((kind) => t(`inbox.person.counts.${kind}`, { count: countOf(kind) }))
      .join(', ');
  const showError = (error: ApiError) => {
    const kind = explained.find((known) => known === error.kind);
    const isTooMany = error.kind === 'over_request_rate_limit';
    const other = t(isTooMany ? 'inbox.person.tooMany' : 'inbox.failed');
    show({ tone: 'bad', title: kind ? t(`problems:${kind}`) : other });
  };

  return {
    outcome,
    clear: () => setOutcome(undefined),
    exportOf: async (sought: Sought) => {
      const data = await calls.post<PersonExport>('/api/admin/person/export', sought);
      if (data.isErr()) return showError(data.error);
      const email = nameOf(foundIn(data.value, sought));
      if (isEmpty(data.value)) {
        return show({ tone: 'info', title: t('inbox.person.empty', { email }) });
      }
      saveAsJson('person.json', data.value);
      show({ tone: 'good', title: t('inbox.person.exported', { email }) });
    },
    /** Whom and what an erasure would remove, in one line, for its confirmation; undefined if that could not be read. */
    find: async (sought: Sought) => {
      const data = await calls.post<PersonExport>('/api/admin/person/export', sought);
      if (data.isErr()) {
        showError(data.error);
        return undefined;
      }
      const counts = listed((kind) => countIn(data.value, kind));
      const person = foundIn(data.value, sought);
      const text =
        counts === ''
          ? t('inbox.person.none', { email: nameOf(person) })
          : t('inbox.person.found', { counts });
      return { person, text };
    },
    erase: async (person: Sought) => {
      const email = nameOf(person);
      const erased = await calls.post<ErasedCounts>('/api/admin/person/erase', person);
      if (erased.isErr()) return showError(erased.error);
      const counts = erased.value;
      const text = listed((kind) => counts[kind]);
      if (text === '') return show({ tone: 'info', title: t('inbox.person.none', { email }) });
      show({ tone: 'good', title: t('inbox.person.erased', { email }), text });
      onErased();
    },
  };
}
