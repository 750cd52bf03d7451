import { singleLine } from '@coachsite/core/text';
import type { MovedEbook } from './ebook.ts';
import { type Loss, leftOutTexts, lossTexts } from './reasons.ts';
import type { Taken } from './take.ts';

/** What was taken over. */
export interface MovedIn extends Taken {
  readonly ebook: MovedEbook | undefined;
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Names come from other people: on one line. */
const named = ({ what, name }: Loss) =>
  lossTexts[what] + (name === undefined ? '' : ` (${singleLine(name)})`);

function ebookLine({ ebook }: MovedIn, isDryRun: boolean): readonly string[] {
  if (!ebook) return [];
  const name = singleLine(ebook.ebook.fileName);
  if (ebook.isKnown) return [`${name} was the e-book already, or is among its kept versions`];
  return [`${name} ${isDryRun ? 'would become' : 'is'} the e-book`];
}

/** What was taken over, or would be, and what was not, in lines. */
export function moveInLines(moved: MovedIn, isDryRun: boolean): readonly string[] {
  const { accounts, known, leftOut, gaveWay } = moved;
  const of = (count: (account: (typeof accounts)[number]) => number) =>
    accounts.reduce((sum, account) => sum + count(account), 0);
  const lost = accounts.filter((account) => account.losses.length > 0);
  return [
    isDryRun ? 'Nothing was written. This would be taken over:' : 'Taken over:',
    `  ${counted(accounts.length, 'account')}, ${counted(
      of(({ user }) => Number(user.passwordHash !== undefined)),
      'password',
    )}, ${counted(
      of(({ factors }) => factors.length),
      'second factor',
    )}, ${counted(
      of(({ isAdmin }) => Number(isAdmin)),
      'admin',
    )}`,
    ...(known > 0 ? [`  ${counted(known, 'account')} more came before, and stay as they are`] : []),
    ...ebookLine(moved, isDryRun),
    ...gaveWay.map(
      ({ id, address }) =>
        `  ${address} (${id} here) was confirmed by nobody, and gave way to the account from there`,
    ),
    ...(leftOut.length > 0 ? [`${counted(leftOut.length, 'account')} left out:`] : []),
    ...leftOut.map(
      ({ id, address, reason }) =>
        `  ${singleLine(address ?? 'no address')} (${id}): ${leftOutTexts[reason]}`,
    ),
    ...(lost.length > 0 ? [`Of ${counted(lost.length, 'account')} something is left out:`] : []),
    ...lost.map(
      ({ user, losses: all }) =>
        `  ${user.email ?? user.phone ?? 'no address'} (${user.id}): ${all.map(named).join('; ')}`,
    ),
  ];
}
