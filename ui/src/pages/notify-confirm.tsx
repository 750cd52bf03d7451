import { useCallback, useState } from 'react';
import { useArrival } from '../arrival.ts';
import { Section, Spinner, StretchTitle, Tally, TextLink } from '../design/index.ts';
import { ConfirmInterest, Outcome } from '../features/notify/index.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** Where the link of the notify-me mail lands. Source: operating contract §5; legal reference D41. */
export function NotifyConfirmPage() {
  const { t } = useTranslation('notify-confirm');
  const arrival = useArrival('secret');
  const token = arrival?.get('token');
  const [isDone, setDone] = useState(false);
  const done = useCallback(() => setDone(true), []);

  function content() {
    if (!arrival) return <Spinner text={t('busy')} />;
    if (token) {
      return (
        <ConfirmInterest token={token} redirectTo={arrival.get('redirect_to')} onDone={done} />
      );
    }
    return (
      <Outcome
        tone="bad"
        title={t('expired.title')}
        actions={
          <TextLink href="/shop" icon="arrow">
            {t('done.action')}
          </TextLink>
        }
      >
        {t('expired.text')}
      </Outcome>
    );
  }

  return (
    <Section>
      <div className="stack gap-6 mw-40">
        <Tally
          ticks={[
            { on: true, tall: 55 },
            { on: isDone, tall: 100 },
          ]}
          size="l"
          look="hot"
          label={t('steps')}
        />
        <StretchTitle lines={t('title', { returnObjects: true })} />
        {content()}
      </div>
    </Section>
  );
}
