import { clearedFilter, filterPrograms } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { Button, Dial, PageHead, Panel, Plate, Section, TextLink, Words } from '../design/index.ts';
import { BookingLink, CallStrip } from '../features/call-to-action/index.ts';
import { GuideActions } from '../features/guide/guide-actions.tsx';
import {
  CalendarLink,
  countsByType,
  Filters,
  litTicks,
  ProgramCard,
  progressTicks,
  translatedPrograms,
  useShopFilter,
} from '../features/shop/index.ts';
import { titleLines } from '../i18n/title-lines.ts';
import { useSite } from '../site/site.ts';
import { GuideNext } from './guide-next.tsx';
import { useGuideToast } from './guide-toast.ts';
import { useProgramToasts } from './program-toasts.ts';

/** The programs, with search, types and progress, and what is available today. Source: docs/rules.md#4. */
export function ShopPage() {
  const { t } = useTranslation(['shop', 'programs']);
  const [filter, change] = useShopFilter();
  const all = translatedPrograms(useTranslation('programs').t, useSite());
  const shown = filterPrograms(all, filter);
  const percent = all[0]?.progressPercent ?? 0;
  const lit = litTicks(percent);
  const { notified, toCalendar } = useProgramToasts();
  return (
    <>
      <PageHead
        lines={titleLines(t('title', { returnObjects: true }))}
        lead={t('lead')}
        className="with-dial"
        aside={
          <div className="bigdial hot">
            <Dial
              lit={lit}
              n={progressTicks}
              max={13}
              unlitWidth={1.3}
              label={t('dial.label', { percent, lit, total: progressTicks })}
            />
            <div className="mid" aria-hidden="true">
              <p className="figure-num">
                {percent}
                <small>%</small>
              </p>
              <p className="label">{t('dial.caption')}</p>
            </div>
          </div>
        }
      />
      <Section size="none" className="pb-9" labelledBy="program-list">
        <Filters filter={filter} counts={countsByType(all, filter.text)} onChange={change} />
        <div className="row between rule-top list-head">
          <h2 className="label" id="program-list">
            {t(`filters.types.${filter.type}`)}
          </h2>
          <p className="small num" role="status">
            {t('count', { count: shown.length })}
          </p>
        </div>
        {shown.length > 0 ? (
          <ul className="progs">
            {shown.map((program) => (
              <li key={program.id}>
                <ProgramCard
                  program={program}
                  onNotified={notified}
                  calendar={
                    program.id === 'premium-1-on-1' ? <CalendarLink onFollow={toCalendar} /> : null
                  }
                />
              </li>
            ))}
          </ul>
        ) : (
          <div className="empty">
            <Plate figure="squat" tone="sky" />
            <h3 className="h-3">{t('empty.title')}</h3>
            <p className="small measure">{t('empty.text')}</p>
            <div className="row">
              <Button small onClick={() => change(clearedFilter)}>
                {t('empty.all')}
              </Button>{' '}
              <BookingLink look="line" small>
                {t('empty.call')}
              </BookingLink>
            </div>
          </div>
        )}
        <GuidePanel />
      </Section>
      <CallStrip id="shop-call" title={t('call.title')} action={t('call.action')} />
    </>
  );
}

/** What is available today: the free guide, with its figures beside the buttons. Source: docs/law-and-search.md#E8. */
function GuidePanel() {
  const { t } = useTranslation('shop');
  return (
    <Panel
      ground="butter"
      big
      className="split even items-center mt-8"
      role="group"
      aria-labelledby="shop-guide"
    >
      <div className="stack gap-2">
        <h2 className="h-2" id="shop-guide">
          {t('guide.title')}
        </h2>
        <p className="mw-34">
          <Words text={t('guide.text')} />
        </p>
        <p>
          <TextLink href="/guide" icon="arrow">
            {t('guide.read')}
          </TextLink>
        </p>
      </div>
      <div className="stack gap-3">
        <GuideActions onStarted={useGuideToast()} next={<GuideNext />} />
      </div>
    </Panel>
  );
}
