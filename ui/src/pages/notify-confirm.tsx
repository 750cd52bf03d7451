import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section, Spinner, StretchTitle, Tally } from '../design/index.ts';
import {
  ConfirmInterest,
  ConfirmOutcome,
  keptOutcome,
  PlainForm,
  returnedState,
} from '../features/notify-me/index.ts';
import { useReturnedForm } from '../site/runtime-config.ts';
import { useInitialParameters } from '../site/use-initial-parameters.ts';

/** The page that the link of the notify-me mail opens. Source: docs/contract.md#5, docs/law-and-search.md#D41. */
export function NotifyConfirmPage() {
  const { t } = useTranslation('notify-confirm');
  const parameters = useInitialParameters('secret');
  const token = parameters?.get('token');
  const returned = useReturnedForm();
  const outcome = returned && returnedState(returned);
  const [ended, setEnded] = useState(outcome);
  const kept = parameters && !token ? keptOutcome() : undefined;
  const isBroken = ended === 'expired' || (parameters && !token && !kept && !outcome);

  function content() {
    if (outcome) {
      return <ConfirmOutcome state={outcome} redirectTo={returned.values['redirect_to'] ?? null} />;
    }
    if (!parameters) {
      return (
        <>
          <div className="needs-js">
            <Spinner text={t('busy')} />
          </div>
          <PlainForm text={t('ready.text')} action={t('ready.action')} />
        </>
      );
    }
    const redirectTo = parameters.get('redirect_to');
    if (kept) return <ConfirmOutcome {...kept} />;
    if (!token) return <ConfirmOutcome state="expired" redirectTo={redirectTo} />;
    return <ConfirmInterest token={token} redirectTo={redirectTo} onEnd={setEnded} />;
  }

  return (
    <Section>
      <div className="stack gap-6 mw-40">
        {isBroken ? null : (
          <Tally
            ticks={[
              { on: true, tall: 55 },
              { on: ended !== undefined || kept !== undefined, tall: 100 },
            ]}
            size="l"
            look="hot"
            label={t('steps')}
          />
        )}
        <StretchTitle lines={t(isBroken ? 'expired.lines' : 'title', { returnObjects: true })} />
        {content()}
      </div>
    </Section>
  );
}
