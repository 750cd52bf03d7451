import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Section, StretchTitle, WeekGrid } from '../../design/index.ts';
import { titleLines } from '../../i18n/title-lines.ts';

/**
 * The 336 half hours of a week with one highlighted: the invitation to the free call. The document script makes the
 * picture a grid that can be painted; its shadow shows lead and action too, until something is painted. Source: docs/rules.md#week.
 */
export function WeekCall({ action }: { readonly action: ReactNode }) {
  const { t, i18n } = useTranslation('home');
  const hour = t('call.hour');
  return (
    <Section ground="tartan" labelledBy="plan">
      <StretchTitle
        as="h2"
        id="plan"
        lines={titleLines(t('call.title', { returnObjects: true }))}
      />
      <div key={i18n.language} data-week="">
        <WeekGrid
          label={t('call.week')}
          days={t('call.days', { returnObjects: true })}
          hours={[0, 6, 12, 18, 24].map((at) => `${at} ${hour}`)}
          pin={t('call.pin')}
        />
        <p className="needs-js week-start">
          <Button look="line" small icon="arrow">
            {t('call.start')}
          </Button>
        </p>
        <div className="split even items-end" slot="call">
          <p className="lead fg mw-34">{t('call.lead')}</p>
          <p className="to-end">{action}</p>
        </div>
      </div>
    </Section>
  );
}
