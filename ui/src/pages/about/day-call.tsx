import { useTranslation } from 'react-i18next';
import { DayTicks, StretchTitle } from '../../design/index.ts';
import { BookingLink } from '../../features/call-to-action/index.ts';
import { titleLines } from '../../i18n/title-lines.ts';

/** The 48 half hours of a day, one highlighted: the short invitation to the free call. */
export function DayCall() {
  const { t } = useTranslation('about');
  return (
    <section className="section ground g-tartan" aria-labelledby="plan">
      <div className="wrap">
        <StretchTitle
          as="h2"
          look="1"
          id="plan"
          lines={titleLines(t('call.title', { returnObjects: true }))}
        />
        <div className="week-wrap day-wrap">
          <div className="week one-day" role="img" aria-label={t('call.day')}>
            <span className="r half" aria-hidden="true">
              <DayTicks />
              <span className="pin">
                <span>{t('call.pin')}</span>
              </span>
            </span>{' '}
            <span className="ax" aria-hidden="true">
              {[0, 6, 12, 18, 24].map((at) => (
                <span key={at}>{`${at} ${t('call.hour')} `}</span>
              ))}
            </span>
          </div>
        </div>
        <div className="split even items-end">
          <p className="lead fg mw-34">{t('call.lead')}</p>
          <p className="to-end">
            <BookingLink icon="calendar">{t('call.action')}</BookingLink>
          </p>
        </div>
      </div>
    </section>
  );
}
