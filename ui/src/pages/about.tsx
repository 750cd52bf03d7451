import { useTranslation } from 'react-i18next';
import {
  ButtonLink,
  DayTicks,
  Drawing,
  GuideCover,
  Panel,
  PhotoRing,
  Ruler,
  StretchTitle,
  Tag,
  Tally,
  Words,
} from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { longDate } from '../i18n/format.ts';
import { titleLines } from '../i18n/title-lines.ts';
import { useClaims } from '../site/claims.ts';
import { usePortrait } from '../site/portrait.ts';
import { useSite } from '../site/site.ts';

/** `n` ticks on a scale of a hundred, which all counts beside the story share. */
function Pitch({ n, hot }: { readonly n: number; readonly hot?: boolean }) {
  const at = (index: number) => (1.3 + (index * 597.4) / 99).toFixed(1);
  const ticks = Array.from({ length: n }, (_, index) => `M${at(index)} 42.7V1.3`);
  return (
    <Drawing className={hot ? 'ruler hot' : 'ruler'} viewBox="0 0 600 44">
      <path className="t-on" strokeWidth="2.6" d={ticks.join('')} />
    </Drawing>
  );
}

/** Numbers beside the story: 1 coach, the clients, and their satisfaction if claimed, on one scale. */
function PullFacts() {
  const { t, i18n } = useTranslation('about');
  const { numberOf, clientsAsOf, satisfaction } = useClaims();
  const asOf = longDate(clientsAsOf, i18n.language);
  const basis = <p className="note mt-3">{t('pull.basis', { asOf })}</p>;
  return (
    <ul className="pull">
      <li>
        <p className="figure-num">1</p>
        <Pitch n={1} hot />
        <p className="small">{t('pull.coach')}</p>
      </li>
      <li>
        <p className="figure-num">{t('pull.clientsValue')}</p>
        <Pitch n={numberOf('clients-helped')} />
        <p className="small">{t('pull.clients')}</p>
        {satisfaction ? null : basis}
      </li>
      {satisfaction ? (
        <li>
          <p className="figure-num">
            {satisfaction}
            <small>%</small>
          </p>
          <Pitch n={satisfaction} />
          <p className="small">{t('pull.satisfaction')}</p>
          {basis}
        </li>
      ) : null}
    </ul>
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
  const { t } = useTranslation(['about', 'offers']);
  const site = useSite();
  const photo = usePortrait();
  return (
    <>
      <section className="phead ground g-page">
        <div className="wrap split rev items-center">
          <div>
            <StretchTitle lines={titleLines(t('title', { returnObjects: true }))} />
            <p className="lead">{t('lead')}</p>
          </div>
          {photo ? (
            <div className="face">
              <PhotoRing photo={photo} />
            </div>
          ) : null}
        </div>
      </section>
      <section className="ground g-page pb-9" aria-labelledby="story">
        <div className="wrap split">
          <PullFacts />
          <div>
            <h2 className="h-1 mb-5" id="story">
              {t('story.title')}
            </h2>
            <div className="prose">
              {t('story.paragraphs', { returnObjects: true }).map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
            <div className="datum mt-6 mw-40">
              <p>
                <Tag look="edge">{t('background.tag')}</Tag>
              </p>
              <h3 className="h-4">{t('background.title')}</h3>
              <p className="small">{t('background.text')}</p>
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
