import { useTranslation } from 'react-i18next';
import { useCoach } from '../../i18n/coach.ts';
import { longDate } from '../../i18n/format.ts';
import { useClaims } from '../../site/claims.ts';

/** What there is to know about the coach, beside the story; a fact the owner has not given has no row. */
export function CoachFacts() {
  const { t, i18n } = useTranslation('about');
  const { region, languages, since, training } = useCoach();
  const { clientsAsOf, satisfaction } = useClaims();
  const clients = satisfaction
    ? t('facts.clientsAll', { percent: satisfaction })
    : t('facts.clientsText');
  const rows = [
    [t('facts.from'), t('facts.online', { region })],
    languages && [t('facts.languages'), languages],
    since && [t('facts.since'), since],
    training.length > 0 && [
      t('facts.training'),
      <ul key="training">
        {training.map((one) => (
          <li key={`${one.title} ${one.year}`}>{t('facts.trainingItem', { ...one })}</li>
        ))}
        <li className="note">{t('facts.doctor')}</li>
      </ul>,
    ],
    [t('facts.reply'), t('facts.replyText')],
    [
      t('facts.clients'),
      <>
        {clients}{' '}
        <span className="note block">
          {t('facts.basis', { asOf: longDate(clientsAsOf, i18n.language) })}
        </span>
      </>,
    ],
  ] as const;
  return (
    <dl className="coach-facts" aria-label={t('facts.label')}>
      {rows.map((row) =>
        row ? (
          <div key={String(row[0])}>
            <dt className="label">{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
