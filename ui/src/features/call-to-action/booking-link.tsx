import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../design/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';

/** The host of a URL without `www.`, such as `cal.com`. */
function providerOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

/**
 * The attributes of every link to the coach's scheduling page; the title names its provider.
 * Source: docs/law-and-search.md#B8.
 */
export function useBookingLink() {
  const { t } = useTranslation('common');
  const { bookingUrl } = useRuntimeConfig();
  return {
    href: bookingUrl,
    rel: 'noopener',
    title: t('external', { provider: providerOf(bookingUrl) }),
  };
}

/** A button that leads to the coach's scheduling page. */
export function BookingLink(props: Omit<ComponentProps<typeof ButtonLink>, 'href'>) {
  return <ButtonLink {...props} {...useBookingLink()} />;
}

/** What follows a press on the booking link: how long, at what cost, and whose page opens. Source: docs/law-and-search.md#B8. */
export function BookingNote() {
  const { t } = useTranslation('common');
  const { bookingUrl } = useRuntimeConfig();
  return <p className="small">{t('action.note', { host: providerOf(bookingUrl) })}</p>;
}
