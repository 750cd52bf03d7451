import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, classes, Icon, Tag, TextLink, Words } from '../../design/index.ts';
import type { TranslatedProgram } from './listed-programs.ts';
import type { NotifyMeForm } from './notify-me-form.tsx';
import { artGround, CardArt } from './program-art.tsx';

/**
 * One program: picture, description, four features, and two actions. The premium one first leads to what can be had
 * today. Without scripts "notify me" leads to the program's page. Source: docs/design.md#6.4, docs/rules.md#3.
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
  const [Form, setForm] = useState<typeof NotifyMeForm>();
  const { id, title, description, type, popular } = program;
  const features = t(`items.${id}.features`, { returnObjects: true });

  /** Loads the form on demand; if that fails, opens the program's own page, which has the form. */
  async function loadForm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const plain = event.currentTarget;
    try {
      const form = await import('./notify-me-form.tsx');
      setForm(() => form.NotifyMeForm);
    } catch {
      plain.submit();
    }
  }

  return (
    <article className={classes('prog', 'ground', popular ? 'is-top g-pine' : 'g-paper')}>
      <div
        className={classes(
          'prog-art ground',
          `g-${artGround(id)}`,
          id === 'premium-1-on-1' && 'no-pad',
        )}
      >
        <p className="row gap-2">
          {popular ? (
            <Tag look={artGround(id) === 'butter' ? undefined : 'butter'} icon="star">
              <span className="l">{t('popular')}</span>
            </Tag>
          ) : null}{' '}
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
        <p className="strong">{t('soon')}</p>
        {id === 'premium-1-on-1' ? (
          <p>
            <TextLink href="/coaching/1-on-1" icon="arrow">
              {t('startNow')}
            </TextLink>
          </p>
        ) : null}
        {Form ? (
          <Form id={id} focusAtOnce onSent={onNotified} onCancel={() => setForm(undefined)} />
        ) : (
          <div className="prog-act">
            <form action={`/shop/${id}`} data-app onSubmit={loadForm}>
              <Button type="submit" small icon="bell" aria-describedby={`program-${id}`}>
                {t('notify.action')}
              </Button>
            </form>
            {calendar}{' '}
            <TextLink href={`/shop/${id}`} icon="arrow">
              <span>
                {t('details')} <span className="sr"> {t('detailsOf', { program: title })}</span>
              </span>
            </TextLink>
          </div>
        )}
      </div>
    </article>
  );
}
