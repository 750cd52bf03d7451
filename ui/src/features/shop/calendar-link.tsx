import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../design/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';

/**
 * The link of a coaching program to the external scheduling page; the page announces it with a toast.
 * Source: docs/rules.md#reading-toasts.
 */
export function CalendarLink({ onFollow }: { onFollow(): void }) {
  const { t } = useTranslation('programs');
  const { bookingUrl } = useRuntimeConfig();
  return (
    <ButtonLink
      href={bookingUrl}
      target="_blank"
      rel="noopener"
      look="line"
      small
      icon="calendar"
      data-app
      onClick={onFollow}
    >
      <span>
        {t('calendar.action')}{' '}
        <span className="sr"> ({t('calendar.hint', { host: new URL(bookingUrl).host })})</span>
      </span>
    </ButtonLink>
  );
}
