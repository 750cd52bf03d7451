import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, classes, Icon, Tag, TextLink, Words } from '../../design/index.ts';
import { ComingSoon } from './coming-soon.tsx';
import type { TranslatedProgram } from './listed-programs.ts';
import { NotifyForm } from './notify-form.tsx';
import { artGround, CardArt } from './program-art.tsx';

/**
 * One program: picture, what it is, four features, how far it is, and the two ways on. Without scripts "notify me"
 * leads to the program's page. Source: design §6.4; specification §2, §3.
 */
export function ProgramCard({
  program,
  calendar,
  onNotified,
}: {
  readonly program: TranslatedProgram;
  /** The link to the scheduling page, on a coaching program. */
  readonly calendar?: ReactNode;
  onNotified(): void;
}) {
  const { t } = useTranslation('programs');
  const [isAsking, setAsking] = useState(false);
  const { id, title, description, type, popularBasis } = program;
  const isPopular = popularBasis !== undefined;
  const features = t(`items.${id}.features`, { returnObjects: true });
  return (
    <article className={classes('prog', 'ground', isPopular ? 'is-top g-pine' : 'g-paper')}>
      <div
        className={classes(
          'prog-art ground',
          `g-${artGround(id)}`,
          id === 'premium-1-on-1' && 'no-pad',
        )}
      >
        <p className="row gap-2">
          {isPopular ? (
            <Tag look="butter" icon="star">
              {t('popular')}
            </Tag>
          ) : null}
          <Tag look="edge">{t(`types.${type}`)}</Tag>
        </p>
        <div className="pfig">
          <CardArt id={id} />
        </div>
      </div>
      <div className="prog-body">
        <h3 className="h-2" id={`program-${id}`}>
          <Words text={title} />
        </h3>
        <p className="small">{description}</p>
        <ul className="feats" aria-label={t('features')}>
          {features.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
        <ComingSoon program={program} />
        {isAsking ? (
          <NotifyForm id={id} focusAtOnce onSent={onNotified} onCancel={() => setAsking(false)} />
        ) : (
          <div className="prog-act">
            <form
              action={`/shop/${id}`}
              data-app
              onSubmit={(event) => {
                event.preventDefault();
                setAsking(true);
              }}
            >
              <Button type="submit" small icon="bell" aria-describedby={`program-${id}`}>
                {t('notify.action')}
              </Button>
            </form>
            {calendar}
            <TextLink href={`/shop/${id}`} icon="arrow">
              <span>
                {t('details')}
                <span className="sr"> {t('detailsOf', { program: title })}</span>
              </span>
            </TextLink>
          </div>
        )}
      </div>
    </article>
  );
}
