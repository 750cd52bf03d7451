import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Lines, MonthRuler, Section } from '../../design/index.ts';

/** A month of 1-on-1 coaching as thirty ticks. Source: docs/rules.md#1. */
export function Month({ action }: { readonly action: ReactNode }) {
  const { t } = useTranslation('home');
  return (
    <Section ground="pine" labelledBy="month">
      <div className="split rev items-end mb-9">
        <h2 className="h-1" id="month">
          <Lines lines={t('month.title', { returnObjects: true })} />
        </h2>
        <p className="lead">{t('month.lead')}</p>
      </div>
      <MonthRuler
        label={t('month.ruler')}
        checkIn={t('month.checkIn')}
        plan={t('month.plan')}
        planKey={t('month.planKey')}
        chat={t('month.chat')}
        firstDay={t('month.first')}
        lastDay={t('month.last')}
      />
      <p className="mt-7">{action}</p>
    </Section>
  );
}
