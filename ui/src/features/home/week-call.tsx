import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section, StretchTitle, WeekGrid } from '../../design/index.ts';
import { titleLines } from '../../i18n/title-lines.ts';

/** The 336 half hours of a week with one highlighted: the invitation to the free call. */
export function WeekCall({ action }: { readonly action: ReactNode }) {
  const { t } = useTranslation('home');
  const hour = t('call.hour');
  return (
    <Section ground="tartan" labelledBy="plan">
      <StretchTitle
        as="h2"
        id="plan"
        lines={titleLines(t('call.title', { returnObjects: true }))}
      />
      <WeekGrid
        label={t('call.week')}
        days={t('call.days', { returnObjects: true })}
        hours={[0, 6, 12, 18, 24].map((at) => `${at} ${hour}`)}
        pin={t('call.pin')}
      />
      <div className="split even items-end">
        <p className="lead fg mw-34">{t('call.lead')}</p>
        <p className="to-end">{action}</p>
      </div>
    </Section>
  );
}
