import { useTranslation } from 'react-i18next';
import { ButtonLink, GuideCover, Panel, PhotoRing, StretchTitle, Words } from '../design/index.ts';
import { BookingLink, BookingNote } from '../features/call-to-action/index.ts';
import { ServicePrice } from '../features/price/index.ts';
import { Proof } from '../features/proof/index.ts';
import { useCoach } from '../i18n/coach.ts';
import { titleLines } from '../i18n/title-lines.ts';
import { usePortrait } from '../site/portrait.ts';
import { SampleMark } from '../site/sample-mark.tsx';
import { useSite } from '../site/site.ts';
import { CoachFacts } from './about/coach-facts.tsx';
import { DayCall } from './about/day-call.tsx';
import { Method } from './about/method.tsx';

/** About the coach: person, method and place (Belgium). Source: docs/rules.md#reading-pages. */
export function AboutPage() {
  const { t } = useTranslation(['about', 'offers', 'common']);
  const site = useSite();
  const { name, reason } = useCoach();
  return (
    <>
      <section className="phead ground g-page">
        <div className="wrap split rev items-center with-face">
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
            <Proof isNamed />
          </div>
          <div className="face">
            <PhotoRing photo={usePortrait()} text={t('common:person.ring')} />
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
