import { canonicalEmail } from '@coachsite/core/account';
import { siteJobs } from '@coachsite/core/alarm';
import type { InboxMessage } from '@coachsite/core/contact';
import type { Language } from '@coachsite/core/language';
import type { MailContent } from '@coachsite/core/mail';
import type { AuthMessage } from '@coachsite/core/one-time-token';
import { readConfig } from '@coachsite/server/config';
import { alarmMail } from '#server/src/mails/alarm.ts';
import { authMail } from '#server/src/mails/auth-mails.ts';
import { boundMail } from '#server/src/mails/bound-alert.ts';
import { contactMails } from '#server/src/mails/contact.ts';
import { interestMails } from '#server/src/mails/notify-me.ts';
import { testMail } from '#server/src/mails/test-mail.ts';

const config = readConfig({ PORT: '4130' })._unsafeUnwrap();
const to = 'ann@example.com';
const noon = Date.UTC(2026, 10, 21, 12);

const visitorMessage: InboxMessage = {
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  name: 'Ann Peeters',
  email: to,
  subject: 'Kan ik in de zomer beginnen?',
  message: 'Dag,\n\nIk werk in ploegen en heb maar twee avonden per week.\nLukt dat?\n\nAnn',
  language: 'en',
  status: 'new',
  flagged: true,
  receivedAt: noon,
  answeredAt: undefined,
  changedAt: 0,
};

const interest = {
  id: 'i',
  email: canonicalEmail(to),
  programId: 'mind-body-12',
  textVersion: 'v',
  requestedAt: noon,
  confirmedAt: noon + 1,
  announcedAt: undefined,
  launchQueued: false,
} as const;

/** An account message of every kind; another kind does not compile until it is here. */
function authMessages(language: Language): Readonly<Record<AuthMessage['kind'], AuthMessage>> {
  const frame = { to, language };
  const link = {
    token: 't'.repeat(43),
    type: 'signup',
    redirectTo: `${config.publicUrl}/`,
    transport: 'cookie',
  } as const;
  const linked = { ...frame, code: '408213', link, newEmail: 'new@example.com' };
  return {
    signup: { ...linked, kind: 'signup' },
    invite: { ...linked, kind: 'invite' },
    magiclink: { ...linked, kind: 'magiclink' },
    recovery: { ...linked, kind: 'recovery' },
    email_change_current: { ...linked, kind: 'email_change_current' },
    email_change_new: { ...linked, kind: 'email_change_new' },
    reauthentication: { ...frame, kind: 'reauthentication', code: '408213' },
    email_changed: { ...frame, kind: 'email_changed' },
    sign_up_attempted: { ...frame, kind: 'sign_up_attempted' },
    factor_added: { ...frame, kind: 'factor_added', factorType: 'totp' },
    factor_removed: { ...frame, kind: 'factor_removed', factorType: 'phone' },
    recovery_codes_made: { ...frame, kind: 'recovery_codes_made' },
    passkey_added: { ...frame, kind: 'passkey_added' },
    passkey_removed: { ...frame, kind: 'passkey_removed' },
    recovery_codes_removed: { ...frame, kind: 'recovery_codes_removed' },
    recovery_code_used: { ...frame, kind: 'recovery_code_used' },
    new_device_mail_off: { ...frame, kind: 'new_device_mail_off' },
    account_locked: { ...frame, kind: 'account_locked' },
    new_device: { ...frame, kind: 'new_device', at: noon, ip: '192.0.2.1' },
    password_changed: { ...frame, kind: 'password_changed', providers: ['google', 'sso:1'] },
    identity_linked: { ...frame, kind: 'identity_linked', provider: 'google' },
    identity_unlinked: { ...frame, kind: 'identity_unlinked', provider: 'email' },
    phone_changed: { ...frame, kind: 'phone_changed' },
    account_deleted: { ...frame, kind: 'account_deleted' },
  };
}

/** Every mail in one language, by name; those to the coach have the language of the coach. */
export function everyMail(language: Language): Readonly<Record<string, MailContent>> {
  const contact = contactMails(config);
  const interests = interestMails(config, () => ({
    slug: 'eten-op-een-drukke-dag',
    title: 'Wat je eet op je drukste dag',
    summary: 'Drie maaltijden die je in een halve dag vooruit plant.',
  }));
  const article = { ...interest, language, programId: 'next-article' } as const;
  const letter = { id: 'm', unsubscribeToken: 'u'.repeat(43) };
  const due = { message: visitorMessage, dueAt: noon };
  const auth = Object.values(authMessages(language)).map(
    (message) => [message.kind, authMail(message, config)] as const,
  );
  return {
    ...Object.fromEntries(auth),
    confirmation: interests.confirmation({
      ...letter,
      interest: { ...interest, language, confirmedAt: undefined },
      confirmToken: 'c'.repeat(43),
    }),
    launch: interests.launch({ ...letter, interest: { ...interest, language } }),
    articleConfirmation: interests.confirmation({
      ...letter,
      interest: { ...article, confirmedAt: undefined },
      confirmToken: 'c'.repeat(43),
    }),
    articleLaunch: interests.launch({ ...letter, interest: article }),
    contact: contact.forMessage(visitorMessage, noon),
    bundle: contact.forBundle('b', [visitorMessage, visitorMessage], 2),
    dueSoon: contact.forReminder('d', 'due_soon', [due], 1),
    late: contact.forReminder('l', 'late', [due, due], 2),
    boundOfMails: boundMail('mails', '2026-11-28', config),
    boundOfTexts: boundMail('texts', '2026-11-28', config),
    boundOfNotices: boundMail('notices', '2026-11-28', config),
    alarm: alarmMail(config)('a', [...siteJobs, 'mails', 'disk', 'certificate']),
    allWell: alarmMail(config)('w', []),
    test: testMail(config, to),
  };
}
