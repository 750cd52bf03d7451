import { domainsAbove, isDmarc, isWithin, parseDmarc } from '@coachsite/core/mail-domain';
import { describe, expect, test } from 'vitest';
import { good, problemsOf, quarantine, withDmarc, type Zone } from './support/mail-zones.ts';

describe('a DMARC record', () => {
  test('is known by its version', () => {
    expect(['v=DMARC1', 'v=DMARC1;p=none', 'v = DMARC1 ; p=none'].map(isDmarc)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['v=DMARC12; p=none', 'v=dmarc1; p=none', 'x v=DMARC1', 'v=spf1'].some(isDmarc)).toBe(
      false,
    );
  });

  test('has a policy for the domain and its subdomains, and says how strict it is', () => {
    const lax = { dkim: false, spf: false };
    expect(parseDmarc('v=DMARC1; p=none')).toEqual({
      policy: 'none',
      ofSubdomains: 'none',
      isStrict: lax,
    });
    expect(parseDmarc('v=DMARC1;P = Reject ; sp=quarantine; adkim=S; aspf=r')).toEqual({
      policy: 'reject',
      ofSubdomains: 'quarantine',
      isStrict: { dkim: true, spf: false },
    });
    expect(parseDmarc('v=DMARC1; p=quarantine; sp=what; aspf=s')).toEqual({
      policy: 'quarantine',
      ofSubdomains: 'quarantine',
      isStrict: { dkim: false, spf: true },
    });
    expect(parseDmarc('v=DMARC1; rua=mailto:a@x.example?a=b')?.policy).toBe('none');
    expect(parseDmarc('v=DMARC1; p=what; rua=mailto:a@x.example')?.policy).toBe('none');
    for (const record of ['v=DMARC1', 'v=DMARC1; p=what', 'v=DMARC1; rua=', 'v=DMARC1; p=none=x'])
      expect(parseDmarc(record)).toBeUndefined();
  });

  test('stands at the domain, or above it', () => {
    expect(domainsAbove('a.b.coach.example')).toEqual([
      'a.b.coach.example',
      'b.coach.example',
      'coach.example',
    ]);
    expect(domainsAbove('localhost')).toEqual([]);
    expect(isWithin('coach.example', 'coach.example')).toBe(true);
    expect(isWithin('a.coach.example', 'coach.example')).toBe(true);
    expect(isWithin('acoach.example', 'coach.example')).toBe(false);
    expect(isWithin('coach.example', 'a.coach.example')).toBe(false);
  });
});

describe('what the DNS says of DMARC', () => {
  test('what is wrong with its DMARC record', async () => {
    const name = '_dmarc.coach.example';
    expect(await problemsOf(withDmarc('v=DMARC1; p=none'))).toEqual([
      { kind: 'dmarc_none', name, record: quarantine(), isCertain: false },
    ]);
    expect(await problemsOf(withDmarc('v=DMARC1; p=none; sp=reject'))).toMatchObject([
      { kind: 'dmarc_none' },
    ]);
    expect(await problemsOf(withDmarc('x', 'v=DMARC1; p=none', 'v=DMARC1; p=reject'))).toEqual([
      { kind: 'many_dmarc', name, detail: 2, record: quarantine(), isCertain: true },
    ]);
    expect(await problemsOf(withDmarc('v=DMARC1'))).toEqual([
      { kind: 'dmarc_wrong', name, detail: 1, record: quarantine(), isCertain: true },
    ]);
    expect(await problemsOf(withDmarc('v=spf1 -all'))).toEqual([
      { kind: 'other_dmarc', name, record: quarantine(), isCertain: true },
    ]);
    expect(await problemsOf({ ...good, [name]: { isSilent: true } })).toEqual([
      { kind: 'no_answer', name, isCertain: false },
    ]);
  });

  test('the policy of the domain above, for its subdomains', async () => {
    const below = (record: string, ...own: readonly string[]): Zone => ({
      ...withDmarc(record),
      'news.coach.example': good['coach.example'] ?? {},
      'k._domainkey.news.coach.example': { txt: ['v=DKIM1'] },
      ...(own.length > 0 ? { '_dmarc.news.coach.example': { txt: own } } : {}),
    });
    const news = { domain: 'news.coach.example', accountDomain: 'coach.example' };
    expect(await problemsOf(below('v=DMARC1; p=reject'), news)).toEqual([]);
    expect(await problemsOf(below('v=DMARC1; p=none; sp=reject'), news)).toEqual([]);
    expect(await problemsOf(below('v=DMARC1; p=reject; sp=none'), news)).toEqual([
      {
        kind: 'dmarc_none',
        name: '_dmarc.coach.example',
        record: quarantine('_dmarc.news.coach.example'),
        isCertain: false,
      },
    ]);
    // A text of another kind does not hide the record above it, and is named where there is none.
    expect(await problemsOf(below('v=DMARC1; p=reject', 'x'), news)).toEqual([]);
    expect(await problemsOf(below('y', 'x'), news)).toMatchObject([
      { kind: 'other_dmarc', name: '_dmarc.news.coach.example' },
    ]);
    expect(await problemsOf(below('v=DMARC1'), news)).toMatchObject([
      { kind: 'dmarc_wrong', record: quarantine() },
    ]);
  });

  test('that an account of another domain is not aligned', async () => {
    const misaligned = (accountDomain: string) => [
      { kind: 'misaligned', name: 'coach.example', detail: accountDomain, isCertain: false },
    ];
    const other = { accountDomain: 'gmail.example' };
    expect(await problemsOf(good, other)).toEqual(misaligned('gmail.example'));
    expect(await problemsOf(withDmarc('v=DMARC1; p=none'), other)).toMatchObject([
      { kind: 'dmarc_none' },
      { kind: 'misaligned' },
    ]);
    const below = { accountDomain: 'mail.coach.example' };
    expect(await problemsOf(good, below)).toEqual([]);
    expect(await problemsOf(withDmarc('v=DMARC1; p=reject; adkim=s'), below)).toEqual([]);
    expect(await problemsOf(withDmarc('v=DMARC1; p=reject; aspf=s'), below)).toEqual([]);
    const strict = withDmarc('v=DMARC1; p=reject; aspf=s; adkim=s');
    expect(await problemsOf(strict, below)).toEqual(misaligned('mail.coach.example'));
    expect(await problemsOf(strict)).toEqual([]);
  });
});
