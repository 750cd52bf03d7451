import type { ComponentProps } from 'react';
import { ButtonLink } from '../../design/index.ts';
import { useFacts } from '../../facts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The host that answers for an address, as a visitor knows it: `cal.com`. */
function providerOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

/** A button that leads to the coach's scheduling page and says whose page it opens. Source: legal reference B8. */
export function BookingLink(props: Omit<ComponentProps<typeof ButtonLink>, 'href'>) {
  const { t } = useTranslation('common');
  const { bookingUrl } = useFacts();
  return (
    <ButtonLink
      {...props}
      href={bookingUrl}
      rel="noopener"
      title={t('external', { provider: providerOf(bookingUrl) })}
    />
  );
}
