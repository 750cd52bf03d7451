import {
  adminActions,
  clientActions,
  emailMarkers,
  isAbout,
  isMentioned,
  type SecurityEvent,
  type SecurityEventKind,
  securityEvent,
  serverActions,
  severityOf,
} from '@coachsite/core/security-log';
import { expect, test } from 'vitest';

const graver = {
  medium:
    'auth_failure signup_failure unlock recovery password_change email_change phone_change factor_change identity_change message_change pause_change mail_retried',
  high: 'admin_access lock session_revoked role_change account_banned account_unbanned admin_setup ebook_replaced ebook_restored facts_changed facts_restored content_change launch_announced launch_changed data_export data_erasure keys_rotated',
};

test('what gives or takes power over the site is grave, and what anyone does each day is not (docs/rules.md#6)', () => {
  const kinds: readonly SecurityEventKind[] = [...clientActions, ...serverActions];
  const of = (severity: string) => kinds.filter((kind) => severityOf(kind) === severity).sort();
  expect(of('high')).toEqual(graver.high.split(' ').sort());
  expect(of('medium')).toEqual(graver.medium.split(' ').sort());
  const rest = kinds.filter((kind) => !Object.values(graver).join(' ').split(' ').includes(kind));
  expect(of('low')).toEqual(rest.sort());
});

test('the events that outlive an account are those of admins and the operator (docs/security.md#RB-5)', () => {
  const expected =
    'admin_access role_change account_banned account_unbanned admin_setup ebook_replaced ebook_restored facts_changed facts_restored content_change message_change pause_change launch_announced launch_changed launch_tested mail_retried data_export data_erasure keys_rotated';
  expect(adminActions).toEqual(expected.split(' '));
});

test('an event keeps 300 characters of the browser and 200 of the page', () => {
  const { details } = securityEvent('auth_success', {
    now: 0,
    userAgent: 'x'.repeat(301),
    url: '/ab'.repeat(100),
  });
  expect(details.user_agent).toHaveLength(300);
  expect(details.url).toHaveLength(200);
});

test('a number is looked for as a phone number, and any other word as it is, in any case', () => {
  expect(isMentioned('call +32470123456', '32470123456')).toBe(true);
  expect(isMentioned('id 932470123456', '32470123456')).toBe(false);
  expect(isMentioned('see HIDDEN-1a2b', 'hidden-1A2B')).toBe(true);
  expect(isMentioned('see x12y', 'x12')).toBe(true);
  expect(isMentioned('see 12xy', '12x')).toBe(true);
  expect(isMentioned('ann@example.com', 'n@example.com')).toBe(false);
  expect(emailMarkers).toEqual(['@', '%']);
});

test('an event is about the person whose account it has, or whom any text in it names', () => {
  const event = (more: object) => ({
    id: 'e',
    at: 0,
    source: 'server' as const,
    actionType: 'lock' as const,
    severity: 'high' as const,
    ip: '',
    userAgent: '',
    details: {},
    ...more,
  });
  const about = isAbout({ userIds: ['u'], mentions: ['hidden-1'] });
  for (const [more, expected] of [
    [{ userId: 'u' }, true],
    [{ userId: 'v' }, false],
    [{}, false],
    [{ userAgent: 'hidden-1' }, true],
    [{ details: { list: [null, 1, { 'hidden-1': true }] } }, true],
    [{ details: { list: ['hidden-1'] } }, true],
    [{ details: { list: [null, true, 'hidden-2'] } }, false],
  ] as const)
    expect(about(event(more) as SecurityEvent)).toBe(expected);
  expect(
    isAbout({ userIds: [], mentions: [] })(event({ details: { a: '' } }) as SecurityEvent),
  ).toBe(false);
});
