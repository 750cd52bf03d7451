import type { InboxMessage } from '@coachsite/adapters/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../../../i18n/index.ts';
import { useRuntimeConfig } from '../../../site/runtime-config.ts';
import { useSite } from '../../../site/site.ts';

/** Maximum length of a quotation in a `mailto:` URL; some mail programs accept no more. */
const quoteMaxLength = 1200;

/** The name for the greeting: the first name, also of "Peeters, Jan"; the whole name if it has no word. */
export function firstNameOf(name: string): string {
  const [family = '', given = ''] = name.split(',');
  const [first] = [...given.trim().split(/\s+/), ...family.trim().split(/\s+/)].filter(Boolean);
  return first ?? name;
}

/**
 * The `mailto:` URL that opens a reply in the coach's mail program, in the language of the visitor: a greeting, the
 * offer of a call, the coach's name, and the visitor's own words. Until the texts of that language have loaded, it has
 * no text. Lines end with CR LF (RFC 6068, 5).
 */
export function useReplyUrl({ name, email, subject, message, language }: InboxMessage): string {
  const { i18n } = useTranslation('admin');
  const { bookingUrl } = useRuntimeConfig();
  const { coach } = useSite();
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    void addTexts(i18n, ['reply'], language).then(() => setLoaded(language));
  }, [i18n, language]);
  const to = `mailto:${encodeURIComponent(email)}`;
  if (loaded !== language) return to;
  const t = i18n.getFixedT(language, 'reply');
  // Cut between two halves of a character it would be no URL.
  const quoted = message
    .slice(0, quoteMaxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^/gm, '> ');
  const body = [
    t('greeting', { name: firstNameOf(name) }),
    '',
    t('call', { url: bookingUrl }),
    [t('closing'), coach.name].filter(Boolean).join('\n'),
    `${t('wrote', { name })}\n${quoted}`,
  ]
    .join('\n\n')
    .replaceAll('\n', '\r\n');
  const fields = { subject: t('subject', { subject }), body };
  const query = Object.entries(fields).map(
    ([field, text]) => `${field}=${encodeURIComponent(text)}`,
  );
  return `${to}?${query.join('&')}`;
}
