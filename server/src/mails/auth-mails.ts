import { defaultZone } from '@coachsite/core/defaults';
import { type EpochMs, type Ids, secondMs } from '@coachsite/core/kernel';
import { withClock } from '@coachsite/core/language';
import type { MailQueue } from '@coachsite/core/mail';
import {
  type AuthMessage,
  type AuthMessenger,
  isNotice,
  type MessageBoundPorts,
  type MessageLink,
  noticeDueAt,
  noticeTopic,
} from '@coachsite/core/one-time-token';
import type { Config } from '../config/config.ts';
import { durationText } from './duration.ts';
import { hashedId } from './hashed-id.ts';
import { codeLike, layOutMail } from './layout.ts';
import { fill, intlLocale, mailTexts } from './texts.ts';
import type { MailWords } from './words.ts';

type Language = AuthMessage['language'];

/**
 * The URL of a mailed link: the site's page that asks for one click, so that mail scanners do not use the token up.
 * `transport=cookie` makes the page confirm in cookie mode; without it the click goes to GET /auth/v1/verify with the
 * same query. `lang` opens the page in the language of the mail, also in a browser that is new to the site. Six digits in the
 * query that look like a code have one of them percent-encoded, which reads the same once decoded.
 * Source: docs/contract.md#5, docs/contract.md#8, docs/wire.md#4.4, docs/security.md#LN-3, docs/security.md#LN-4.
 */
function confirmUrl(publicUrl: string, link: MessageLink, language: Language): string {
  const query = new URLSearchParams({
    token: link.token,
    type: link.type,
    redirect_to: link.redirectTo,
    lang: language,
  });
  if (link.transport === 'cookie') query.set('transport', 'cookie');
  return `${publicUrl}/auth/confirm?${query.toString().replace(codeLike, '$1%3$2')}`;
}

/** What an account mail reads of the configuration. */
type MailConfig = Pick<Config, 'site' | 'publicUrl' | 'auth'>;

/** The notices to an address that no longer belongs to the account. */
const belonged: readonly AuthMessage['kind'][] = ['email_changed', 'account_deleted'];

function wordsOf(message: AuthMessage, { site, publicUrl, auth }: MailConfig): MailWords {
  const { language: lang } = message;
  const texts = mailTexts[lang];
  const values = {
    brand: site.name,
    email: site.email,
    linkTime: durationText(lang, auth.linkTtlSeconds),
    codeTime: durationText(lang, auth.codeTtlSeconds),
  };
  const { typeCode, once, ignore } = fill(texts.account, values);
  if ('link' in message) {
    const newEmail = message.newEmail ?? '';
    const { paragraph, action, ...frame } = fill(texts.link[message.kind], {
      ...values,
      newEmail,
    });
    return {
      ...frame,
      lang,
      paragraphs: [paragraph],
      codeWords: typeCode,
      code: message.code,
      action: { label: action, url: confirmUrl(publicUrl, message.link, lang) },
      notes: [once, ignore],
    };
  }
  if (message.kind === 'reauthentication') {
    const { paragraph, once: codeOnce, ...frame } = fill(texts.reauthentication, values);
    const notes = [codeOnce, ignore];
    return { ...frame, lang, paragraphs: [paragraph], code: message.code, notes };
  }
  const factor = 'factorType' in message ? texts.factor[message.factorType] : '';
  const provider = 'provider' in message ? providerName(message.provider, lang) : '';
  const frame = {
    lang,
    preheader: texts.noticePreheader,
    reason: fill(
      texts.noticeReason[belonged.includes(message.kind) ? 'belonged' : 'belongs'],
      values,
    ),
  };
  const isDevice = message.kind === 'new_device';
  const notice = fill(texts.notice[message.kind], {
    ...values,
    factor,
    provider,
    lockTime: durationText(lang, auth.lockoutSeconds),
    time: isDevice ? momentText(lang, message.at) : '',
    ip: isDevice ? message.ip : '',
  });
  if (message.kind !== 'password_changed' || message.providers.length === 0)
    return { ...frame, ...notice };
  const names = message.providers.map((name) => providerName(name, lang));
  const providers = new Intl.ListFormat(lang).format(names);
  const others = fill(texts.stillLinked, { providers });
  return { ...frame, ...notice, paragraphs: [...notice.paragraphs, others] };
}

/** A time on the clocks of the coach, of which a mail to anybody says where it is: "29 november 2026 om 14.05 uur CET". */
const momentText = (language: Language, at: EpochMs) =>
  withClock(
    new Intl.DateTimeFormat(intlLocale[language], {
      timeZone: defaultZone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(at),
    language,
  );

/** What a mail calls a way to sign in. */
function providerName(provider: string, language: Language): string {
  const { identity } = mailTexts[language];
  if (provider === 'email' || provider === 'phone') return identity[provider];
  return provider.startsWith('sso:')
    ? identity.sso
    : `${provider.slice(0, 1).toUpperCase()}${provider.slice(1)}`;
}

/** The mail that carries a message about an account. */
export function authMail(message: AuthMessage, config: MailConfig): ReturnType<typeof layOutMail> {
  return layOutMail(config.site, wordsOf(message, config));
}

/** Until when the link or code in a message is valid; `undefined` for a message without one. */
function secretUntilOf(message: AuthMessage, { auth }: Config, now: EpochMs) {
  if ('link' in message) {
    return now + Math.max(auth.linkTtlSeconds, auth.codeTtlSeconds) * secondMs;
  }
  return 'code' in message ? now + auth.codeTtlSeconds * secondMs : undefined;
}

/**
 * Sends messages about accounts by mail; a message counts as sent once its mail is in the durable queue. Notices are joined
 * unless the interval of mails is 0. Source: docs/security.md#CF-7.
 */
export function queuedAuthMessenger(
  ports: MessageBoundPorts & { readonly mailQueue: Pick<MailQueue, 'enqueue'>; readonly ids: Ids },
  config: Config,
): AuthMessenger {
  return {
    sendToNobody: async (message) => {
      // As for a mail that is sent: composed, and written as the queue keeps it.
      JSON.stringify({ id: ports.ids.uuid(), to: message.to, ...authMail(message, config) });
    },
    send: async (message) => {
      const now = ports.clock.now();
      const mail = { to: message.to, ...authMail(message, config) };
      if (isNotice(message) && config.auth.emailMinIntervalSeconds > 0) {
        const dueAt = await noticeDueAt(ports, message);
        // Those that are due together have one id, and the queue takes the first.
        const id =
          dueAt === undefined ? ports.ids.uuid() : hashedId(`${noticeTopic(message)}${dueAt}`);
        return ports.mailQueue.enqueue({ ...mail, id }, now, dueAt);
      }
      const secretUntil = secretUntilOf(message, config, now);
      const secret = secretUntil === undefined ? {} : { secretUntil };
      return ports.mailQueue.enqueue({ ...mail, id: ports.ids.uuid(), ...secret }, now);
    },
  };
}
