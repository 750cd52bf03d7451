import { findProgram, programs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import {
  classes,
  Panel,
  ProsList,
  RichText,
  Section,
  StretchTitle,
  Tag,
  TextLink,
  Words,
} from '../design/index.ts';
import { CallStrip } from '../features/call-to-action/index.ts';
import {
  artGround,
  CalendarLink,
  ComingSoon,
  litTicks,
  NotifyMeForm,
  PageArt,
  ProgramCard,
  progressTicks,
  type TranslatedProgram,
  translatedPrograms,
} from '../features/shop/index.ts';
import { titleLines } from '../i18n/title-lines.ts';
import { useSite } from '../site/site.ts';
import { useProgramToasts } from './program-toasts.ts';

/** One program: its content, its progress, and how to be notified. Source: docs/rules.md#3. */
export function ProductPage({ id }: { readonly id: string }) {
  const all = translatedPrograms(useTranslation('programs').t, useSite());
  const { t } = useTranslation(['product', 'programs']);
  const { notified } = useProgramToasts();
  const program = all.find((one) => one.id === findProgram(id, programs)?.id);
  if (!program) return null;
  const related = all.filter((one) => one.id !== program.id).slice(0, 2);
  return (
    <>
      <Section size="none" className="pdp-band">
        <nav className="crumbs mb-4" aria-label={t('crumbs.label')}>
          <a href="/shop">{t('crumbs.shop')}</a> <span aria-hidden="true">/</span>{' '}
          <span aria-current="page">{program.title}</span>
        </nav>
        <div className="pdp">
          <ProgramDetails program={program} onNotified={notified} />
          <ArtField program={program} />
        </div>
      </Section>
      <Section ground="sunk" labelledBy="related">
        <div className="row between items-end mb-6">
          <h2 className="h-1" id="related">
            {t('related.title')}
          </h2>
          <TextLink href="/shop" icon="arrow">
            {t('related.all')}
          </TextLink>
        </div>
        <ul className="progs">
          {related.map((one) => (
            <li key={one.id}>
              <ProgramCard program={one} onNotified={notified} />
            </li>
          ))}
        </ul>
      </Section>
      <CallStrip
        id="product-call"
        ground="tartan"
        title={t('call.title')}
        action={t('call.action')}
      >
        <span className="only-sm">
          <TextLink href="#notify" icon="bell">
            {t('programs:notify.title')}
          </TextLink>
        </span>
      </CallStrip>
    </>
  );
}

function ArtField({ program }: { readonly program: TranslatedProgram }) {
  const { t } = useTranslation('programs');
  const { id, type, popular } = program;
  return (
    <div className={classes('art-field ground', `g-${artGround(id)}`)}>
      <p className="row gap-2">
        {popular ? (
          <Tag look={artGround(id) === 'butter' ? undefined : 'butter'} icon="star">
            <span className="l">{t('popular')}</span>
          </Tag>
        ) : null}{' '}
        <Tag look="edge">{t(`types.${type}`)}</Tag>
      </p>
      {popular?.followsWaitingList ? <p className="small">{t('popularBasis')}</p> : null}
      <PageArt id={id} />
      {/* The blocks have no axis: their days run row by row. */}
      {id === 'lifestyle-reset-30' ? null : (
        <p className="axis" aria-hidden="true">
          <span>{t(`items.${id}.art.from`)}</span> <span>{t(`items.${id}.art.to`)}</span>
        </p>
      )}
    </div>
  );
}

function ProgramDetails({
  program,
  onNotified,
}: {
  readonly program: TranslatedProgram;
  onNotified(): void;
}) {
  const { t } = useTranslation(['product', 'programs']);
  const { id, progressPercent } = program;
  const lines = titleLines(t(`items.${id}.lines`, { returnObjects: true }));
  const about = t(`items.${id}.about`, { returnObjects: true });
  const { toCalendar } = useProgramToasts();
  return (
    <div className="stack gap-5">
      <StretchTitle lines={lines} look="none" className="h-prod" />
      <p className="lead">{program.description}</p>
      <Panel className="stack gap-4" id="notify">
        <h2 className="h-3">{t('programs:notify.title')}</h2>
        <NotifyMeForm id={id} onSent={onNotified} />
        <p className="no-js">
          <RichText text={t('programs:notify.noScript')} />
        </p>
      </Panel>
      {id === 'premium-1-on-1' ? (
        <p className="row">
          <TextLink href="/coaching/1-on-1" icon="arrow">
            {t('programs:startNow')}
          </TextLink>{' '}
          <CalendarLink onFollow={toCalendar} />
        </p>
      ) : null}
      <ComingSoon program={program}>
        {t('progress', { lit: litTicks(progressPercent), total: progressTicks })} {t('price')}
      </ComingSoon>
      <p className="small">{t(`programs:typesText.${program.type}`)}</p>
      <div>
        <h2 className="label mb-2">{t('programs:features')}</h2>
        <ProsList items={t(`programs:items.${id}.features`, { returnObjects: true })} />
      </div>
      <div>
        <h2 className="label mb-2">{t('about')}</h2>
        <div className="stack gap-3">
          {about.map((paragraph) => (
            <p key={paragraph}>
              <Words text={paragraph} />
            </p>
          ))}
        </div>
      </div>
      <p className="note">{t('health')}</p>
    </div>
  );
}
