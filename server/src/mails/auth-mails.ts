import type { SiteConfig } from '@coachsite/adapters/contract';
import type { Clock, Ids } from '@coachsite/core/kernel';
import type { MailQueue } from '@coachsite/core/mail';
import type { AuthMessage, AuthMessenger, MessageLink } from '@coachsite/core/one-time-token';
import type { Config } from '../config/config.ts';
import { layOutMail, type MailWords } from './layout.ts';

type Language = AuthMessage['language'];
type LinkKind = Extract<AuthMessage, { link: MessageLink }>['kind'];

/**
 * The address a mailed link opens: the site's page that asks for one click, so that mail scanners burn nothing.
 * `transport=cookie` tells the page to confirm in the site's own mode; without it the click goes to
 * GET /auth/v1/verify with the same query. `lang` opens the page in the language of the mail, in a browser that never
 * saw the site too. Source: docs/contract.md#5, docs/contract.md#8, docs/wire.md#4.4, docs/security.md#LN-3,
 * docs/security.md#LN-4.
 */
function confirmUrl(publicUrl: string, link: MessageLink, language: Language): string {
  const query = new URLSearchParams({
    token: link.token,
    type: link.type,
    redirect_to: link.redirectTo,
    lang: language,
  });
  if (link.transport === 'cookie') query.set('transport', 'cookie');
  return `${publicUrl}/auth/confirm?${query}`;
}

interface LinkWords {
  readonly subject: string;
  readonly paragraph: string;
  readonly label: string;
}

const linkWords: Readonly<
  Record<Language, Record<LinkKind, (site: string, newEmail: string) => LinkWords>>
> = {
  nl: {
    signup: (site) => ({
      subject: `Bevestig je e-mailadres voor ${site}`,
      paragraph: 'Welkom! Bevestig dat dit jouw e-mailadres is, dan staat je account klaar.',
      label: 'Bevestig mijn e-mailadres',
    }),
    invite: (site) => ({
      subject: `Je uitnodiging voor ${site}`,
      paragraph: 'Je bent uitgenodigd om een account te maken.',
      label: 'Aanvaard de uitnodiging',
    }),
    magiclink: (site) => ({
      subject: `Inloggen bij ${site}`,
      paragraph: 'Met de link hieronder log je in, zonder wachtwoord.',
      label: 'Log in',
    }),
    recovery: (site) => ({
      subject: `Kies een nieuw wachtwoord voor ${site}`,
      paragraph: 'Je vroeg om een nieuw wachtwoord te kiezen. Dat doe je via de link hieronder.',
      label: 'Kies een nieuw wachtwoord',
    }),
    email_change_current: (_site, newEmail) => ({
      subject: 'Bevestig de wijziging van je e-mailadres',
      paragraph: `Je vroeg om je e-mailadres te wijzigen in ${newEmail}. Bevestig dat op dit adres en op het nieuwe.`,
      label: 'Bevestig de wijziging',
    }),
    email_change_new: (_site, newEmail) => ({
      subject: 'Bevestig je nieuwe e-mailadres',
      paragraph: `Bevestig dat ${newEmail} je nieuwe e-mailadres is.`,
      label: 'Bevestig mijn nieuwe e-mailadres',
    }),
  },
  en: {
    signup: (site) => ({
      subject: `Confirm your email address for ${site}`,
      paragraph: 'Welcome! Confirm that this is your email address and your account is ready.',
      label: 'Confirm my email address',
    }),
    invite: (site) => ({
      subject: `Your invitation to ${site}`,
      paragraph: 'You have been invited to create an account.',
      label: 'Accept the invitation',
    }),
    magiclink: (site) => ({
      subject: `Sign in to ${site}`,
      paragraph: 'The link below signs you in, without a password.',
      label: 'Sign in',
    }),
    recovery: (site) => ({
      subject: `Choose a new password for ${site}`,
      paragraph: 'You asked to choose a new password. The link below takes you there.',
      label: 'Choose a new password',
    }),
    email_change_current: (_site, newEmail) => ({
      subject: 'Confirm the change of your email address',
      paragraph: `You asked to change your email address to ${newEmail}. Confirm it at this address and at the new one.`,
      label: 'Confirm the change',
    }),
    email_change_new: (_site, newEmail) => ({
      subject: 'Confirm your new email address',
      paragraph: `Confirm that ${newEmail} is your new email address.`,
      label: 'Confirm my new email address',
    }),
  },
};

const shared: Readonly<
  Record<
    Language,
    {
      readonly typeCode: string;
      readonly once: string;
      readonly ignore: string;
      readonly reason: (site: string) => string;
    }
  >
> = {
  nl: {
    typeCode: 'Of typ deze code over waar de site erom vraagt:',
    once: 'De link en de code werken één keer en slechts korte tijd. Geef ze aan niemand.',
    ignore: 'Vroeg je dit niet zelf? Dan hoef je niets te doen.',
    reason: (site) => `Je krijgt deze mail omdat iemand dit adres invulde bij ${site}.`,
  },
  en: {
    typeCode: 'Or type this code where the site asks for it:',
    once: 'The link and the code work once and for a short time only. Give them to nobody.',
    ignore: 'If you did not ask for this, there is nothing you need to do.',
    reason: (site) =>
      `You are receiving this email because somebody entered this address at ${site}.`,
  },
};

type NoticeKind = Exclude<AuthMessage['kind'], LinkKind | 'reauthentication'>;

const notices: Readonly<
  Record<
    Language,
    Record<
      NoticeKind,
      (
        site: SiteConfig,
        factor: string,
      ) => { readonly subject: string; readonly paragraphs: readonly string[] }
    >
  >
> = {
  nl: {
    password_changed: (site) => ({
      subject: 'Je wachtwoord is gewijzigd',
      paragraphs: [
        `Het wachtwoord van je account bij ${site.name} is zojuist gewijzigd. Op andere toestellen ben je uitgelogd.`,
        `Was jij dit niet? Kies dan meteen een nieuw wachtwoord via "Wachtwoord vergeten" en laat het ons weten op ${site.email}.`,
      ],
    }),
    email_changed: (site) => ({
      subject: 'Je e-mailadres is gewijzigd',
      paragraphs: [
        `Je account bij ${site.name} heeft een nieuw e-mailadres. Dit adres hoort er niet meer bij.`,
        `Was jij dit niet? Laat het ons meteen weten op ${site.email}.`,
      ],
    }),
    sign_up_attempted: (site) => ({
      subject: `Je hebt al een account bij ${site.name}`,
      paragraphs: [
        'Iemand probeerde zich te registreren met dit e-mailadres, maar je hebt al een account.',
        'Was jij dit? Log dan gewoon in, of vraag een nieuw wachtwoord via "Wachtwoord vergeten". Was jij dit niet, dan hoef je niets te doen.',
      ],
    }),
    factor_added: (site, factor) => ({
      subject: 'Tweestapsverificatie staat aan',
      paragraphs: [
        `Bij je account bij ${site.name} is een tweede stap toegevoegd: ${factor}. Vanaf nu vragen we die bij elke aanmelding.`,
        `Was jij dit niet? Laat het ons meteen weten op ${site.email}.`,
      ],
    }),
    factor_removed: (site, factor) => ({
      subject: 'Een tweede stap is verwijderd',
      paragraphs: [
        `Bij je account bij ${site.name} is een tweede stap verwijderd: ${factor}.`,
        `Was jij dit niet? Kies meteen een nieuw wachtwoord en laat het ons weten op ${site.email}.`,
      ],
    }),
    phone_changed: (site) => ({
      subject: 'Je telefoonnummer is gewijzigd',
      paragraphs: [
        `Je account bij ${site.name} heeft een nieuw telefoonnummer.`,
        `Was jij dit niet? Laat het ons meteen weten op ${site.email}.`,
      ],
    }),
    account_deleted: (site) => ({
      subject: 'Je account is verwijderd',
      paragraphs: [
        `Je account bij ${site.name} en de gegevens die erbij hoorden zijn verwijderd. Dit is de laatste mail erover.`,
        `Was jij dit niet? Laat het ons meteen weten op ${site.email}.`,
      ],
    }),
  },
  en: {
    password_changed: (site) => ({
      subject: 'Your password has been changed',
      paragraphs: [
        `The password of your account at ${site.name} has just been changed. Other devices have been signed out.`,
        `Was it not you? Choose a new password at once with "Forgot password" and tell us at ${site.email}.`,
      ],
    }),
    email_changed: (site) => ({
      subject: 'Your email address has been changed',
      paragraphs: [
        `Your account at ${site.name} has a new email address. This one no longer belongs to it.`,
        `Was it not you? Tell us at once at ${site.email}.`,
      ],
    }),
    sign_up_attempted: (site) => ({
      subject: `You already have an account at ${site.name}`,
      paragraphs: [
        'Somebody tried to sign up with this email address, but you already have an account.',
        'Was it you? Just sign in, or ask for a new password with "Forgot password". If not, there is nothing you need to do.',
      ],
    }),
    factor_added: (site, factor) => ({
      subject: 'Two-step verification is on',
      paragraphs: [
        `A second step was added to your account at ${site.name}: ${factor}. From now on we ask for it at every sign-in.`,
        `Was it not you? Tell us at once at ${site.email}.`,
      ],
    }),
    factor_removed: (site, factor) => ({
      subject: 'A second step has been removed',
      paragraphs: [
        `A second step was removed from your account at ${site.name}: ${factor}.`,
        `Was it not you? Choose a new password at once and tell us at ${site.email}.`,
      ],
    }),
    phone_changed: (site) => ({
      subject: 'Your phone number has been changed',
      paragraphs: [
        `Your account at ${site.name} has a new phone number.`,
        `Was it not you? Tell us at once at ${site.email}.`,
      ],
    }),
    account_deleted: (site) => ({
      subject: 'Your account has been deleted',
      paragraphs: [
        `Your account at ${site.name} and the data that belonged to it have been deleted. This is the last email about it.`,
        `Was it not you? Tell us at once at ${site.email}.`,
      ],
    }),
  },
};

const factorNames: Readonly<Record<Language, Record<'totp' | 'phone', string>>> = {
  nl: { totp: 'een authenticatie-app', phone: 'codes per sms' },
  en: { totp: 'an authenticator app', phone: 'codes by text message' },
};

const nonceWords: Readonly<
  Record<Language, { readonly subject: string; readonly paragraph: string; readonly once: string }>
> = {
  nl: {
    subject: 'Je bevestigingscode',
    paragraph: 'Typ deze code over om de wijziging aan je account te bevestigen:',
    once: 'De code werkt één keer en slechts korte tijd. Geef ze aan niemand.',
  },
  en: {
    subject: 'Your confirmation code',
    paragraph: 'Type this code to confirm the change to your account:',
    once: 'The code works once and for a short time only. Give it to nobody.',
  },
};

function wordsOf(message: AuthMessage, site: SiteConfig, publicUrl: string): MailWords {
  const { language: lang } = message;
  const { typeCode, once, ignore, reason } = shared[lang];
  const frame = { lang, reason: reason(site.name) };
  if ('link' in message) {
    const { subject, paragraph, label } = linkWords[lang][message.kind](
      site.name,
      message.newEmail ?? '',
    );
    const action = { label, url: confirmUrl(publicUrl, message.link, lang) };
    const notes = [once, ignore];
    return {
      ...frame,
      subject,
      paragraphs: [paragraph],
      codeWords: typeCode,
      code: message.code,
      action,
      notes,
    };
  }
  if (message.kind === 'reauthentication') {
    const nonce = nonceWords[lang];
    const { subject } = nonce;
    const notes = [nonce.once, ignore];
    return { ...frame, subject, paragraphs: [nonce.paragraph], code: message.code, notes };
  }
  const factor = 'factorType' in message ? factorNames[lang][message.factorType] : '';
  return { ...frame, ...notices[lang][message.kind](site, factor) };
}

/** The mail that carries a message about an account. */
export function authMail(
  message: AuthMessage,
  site: SiteConfig,
  publicUrl: string,
): ReturnType<typeof layOutMail> {
  return layOutMail(site, wordsOf(message, site, publicUrl));
}

/** Writes about accounts by mail; a message is sent once its mail is in the durable queue. */
export function queuedAuthMessenger(
  ports: { readonly mailQueue: MailQueue; readonly ids: Ids; readonly clock: Clock },
  config: Config,
): AuthMessenger {
  return {
    send: (message) =>
      ports.mailQueue.enqueue(
        {
          id: ports.ids.uuid(),
          to: message.to,
          ...authMail(message, config.site, config.publicUrl),
        },
        ports.clock.now(),
      ),
  };
}
