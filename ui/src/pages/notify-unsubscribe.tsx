import { useTranslation } from 'react-i18next';
import { Section, Spinner, StretchTitle } from '../design/index.ts';
import {
  BrokenUnsubscribe,
  keptOutcome,
  PlainForm,
  returnedState,
  Unsubscribe,
  Unsubscribed,
} from '../features/notify-me/index.ts';
import { useReturnedForm } from '../site/runtime-config.ts';
import { useInitialParameters } from '../site/use-initial-parameters.ts';

/**
 * The page that the unsubscribe link of each notify-me mail opens.
 * Source: docs/contract.md#5, docs/law-and-search.md#D43.
 */
export function NotifyUnsubscribePage() {
  const { t } = useTranslation(['notify-unsubscribe', 'common']);
  const parameters = useInitialParameters('secret');
  const returned = useReturnedForm();
  const token = parameters?.get('token');

  function content() {
    if (returned) {
      return returnedState(returned) === 'done' ? <Unsubscribed /> : <BrokenUnsubscribe />;
    }
    if (parameters && token) return <Unsubscribe token={token} />;
    if (parameters) return keptOutcome() ? <Unsubscribed /> : <BrokenUnsubscribe />;
    return (
      <>
        <div className="needs-js">
          <Spinner text={t('common:loading.page')} />
        </div>
        <PlainForm text={t('ready.text')} action={t('ready.action')} />
      </>
    );
  }

  return (
    <Section>
      <div className="stack gap-6 mw-40">
        <StretchTitle lines={t('title', { returnObjects: true })} />
        {content()}
      </div>
    </Section>
  );
}
