import { useTranslation } from 'react-i18next';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { FactRows } from './identity.tsx';

/**
 * The processors of personal data, from the configuration: hosting, mail, scheduling, and others that are set up.
 * Source: docs/law-and-search.md#D52.
 */
export function Processors() {
  const { t } = useTranslation('legal');
  const { bookingUrl, analyticsId, captcha, signIn, site } = useRuntimeConfig();
  const { hosting, mail, sms } = site.processors;
  return (
    <FactRows
      rows={[
        { name: t('processors.hosting'), value: hosting },
        { name: t('processors.mail'), value: mail },
        { name: t('processors.scheduling'), value: new URL(bookingUrl).host },
        ...(sms ? [{ name: t('processors.sms'), value: sms }] : []),
        ...(captcha
          ? [{ name: t('processors.captcha'), value: t(`processors.${captcha.provider}`) }]
          : []),
        ...(signIn.providers.length > 0
          ? [{ name: t('processors.signIn'), value: signIn.providers.join(', ') }]
          : []),
        ...(analyticsId
          ? [{ name: t('processors.analytics'), value: t('processors.google') }]
          : []),
      ]}
    />
  );
}
