import { useTranslation } from 'react-i18next';
import {
  ButtonLink,
  DayTicks,
  GuideCover,
  Panel,
  PhotoRing,
  Ruler,
  StretchTitle,
  Tally,
  Words,
} from '../design/index.ts';
import { BookingLink, BookingNote } from '../features/call-to-action/index.ts';
import { ServicePrice } from '../features/price/index.ts';
import { Proof } from '../features/proof/index.ts';
import { useCoach } from '../i18n/coach.ts';
import { longDate } from '../i18n/format.ts';
import { titleLines } from '../i18n/title-lines.ts';
import { useClaims } from '../site/claims.ts';
import { usePortrait } from '../site/portrait.ts';
import { SampleMark } from '../site/sample-mark.tsx';
import { useSite } from '../site/site.ts';

/** What there is to know about the coach, beside the story; a fact the owner has not given has no row. */
function CoachFacts() {
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
        {clients}
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

/** How the coach works: three principles that count days, weeks and hours. */
function Method() {
  const { t } = useTranslation('about');
  const { numberOf } = useClaims();
  const week = Array.from({ length: 7 }, (_, day) => ({ on: true, tall: day < 5 ? 100 : 40 }));
  return (
    <section className="section ground g-pine" aria-labelledby="method">
      <div className="wrap">
        <h2 className="h-1 mb-6" id="method">
          {t('method.title')}
        </h2>
        <ol className="rows c3">
          <li>
            <Tally ticks={week} label={t('method.week')} />
            <h3 className="h-3">{t('method.weekTitle')}</h3>
            <p className="small">{t('method.weekText')}</p>
          </li>
          <li>
            <div className="mw-13">
              <Ruler
                n={13}
                width={208}
                height={42}
                stroke={7}
                min={3}
                grow={32}
                label={t('method.quarter')}
              />
            </div>
            <h3 className="h-3">{t('method.quarterTitle')}</h3>
            <p className="small">{t('method.quarterText')}</p>
          </li>
          <li>
            <div className="mw-13">
              <Ruler
                n={numberOf('reply-within')}
                lit={numberOf('usual-reply')}
                width={208}
                height={42}
                stroke={4}
                hot
                label={t('method.reply')}
              />
            </div>
            <h3 className="h-3">{t('method.replyTitle')}</h3>
            <p className="small">{t('method.replyText')}</p>
          </li>
        </ol>
      </div>
    </section>
  );
}

/** The 48 half hours of a day, one highlighted: the short invitation to the free call. */
function DayCall() {
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
            </span>
            <span className="ax" aria-hidden="true">
              {[0, 6, 12, 18, 24].map((at) => (
                <span key={at}>
                  {at} {t('call.hour')}
                </span>
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

/** About the coach: person, method and place (Belgium). Source: docs/rules.md#2, docs/rules.md#reading-pages. */
export function AboutPage() {
  const { t } = useTranslation(['about', 'offers', 'common']);
  const site = useSite();
  const { name, reason } = useCoach();
  return (
    <>
      <section className="phead ground g-page">
        <div className="wrap split rev items-center">
          <div className="stack gap-4">
            <StretchTitle
              lines={titleLines(t(name ? 'titleNamed' : 'title', { returnObjects: true }))}
            />
            <p className="lead">
              {t('lead')} {name ? <SampleMark fact="coach" /> : null}
            </p>
            <p>
              <BookingLink>{t('common:action.book')}</BookingLink>
            </p>
            <BookingNote />
            <ServicePrice />
            <Proof />
          </div>
          <div className="face">
            <PhotoRing photo={usePortrait()}>
              <p className="figure-num">52</p>
              <p className="label">{t('common:person.ring')}</p>
            </PhotoRing>
          </div>
        </div>
      </section>
      <section className="ground g-page pb-9" aria-labelledby="story">
        <div className="wrap split">
          <CoachFacts />
          <div>
            <h2 className="h-1 mb-5" id="story">
              {t('story.title')}
            </h2>
            <div className="prose">
              {t('story.paragraphs', { returnObjects: true }).map((text) => (
                <p key={text}>{text}</p>
              ))}
              {reason ? (
                <>
                  <h3>{t('reason')}</h3>
                  <p>{reason}</p>
                </>
              ) : null}
            </div>
          </div>
        </div>
      </section>
      <Method />
      <section className="section ground g-page" aria-labelledby="guide">
        <div className="wrap">
          <Panel ground="butter" big className="split items-center">
            <GuideCover
              size="small"
              lines={titleLines(t('offers:guide.cover.lines', { returnObjects: true }))}
              brand={site.name}
              label={t('offers:guide.cover.label')}
            />
            <div className="stack gap-5">
              <h2 className="h-2" id="guide">
                {t('guide.title')}
              </h2>
              <p className="lead mw-32">
                <Words text={t('guide.lead')} />
              </p>
              <p>
                <ButtonLink href="/guide">{t('guide.action')}</ButtonLink>
              </p>
            </div>
          </Panel>
        </div>
      </section>
      <DayCall />
    </>
  );
}
