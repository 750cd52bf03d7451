import { useTranslation } from 'react-i18next';
import { TextLink } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { NextSteps } from '../features/contact/next-steps.tsx';

/** What happens after a message, and where to go meanwhile. */
export function AfterMessage() {
  const { t } = useTranslation(['common', 'thank-you']);
  return (
    <>
      <NextSteps after="message" />
      <p className="row gap-x-wide">
        <BookingLink>{t('action.book')}</BookingLink>{' '}
        <TextLink href="/guide" icon="arrow">
          {t('thank-you:guide')}
        </TextLink>
      </p>
    </>
  );
}
