import { api } from '@coachsite/adapters/browser';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel, Spinner } from '../design/index.ts';
import { OfferPasskey, SetUp, SetupForm } from '../features/admin-setup/index.ts';
import { useCanUsePasskeys } from '../features/passkey/index.ts';
import { useInitialParameters } from '../site/use-initial-parameters.ts';

type State = 'open' | 'passkey' | 'done' | 'closed' | undefined;

/** Whether the first admin can still be created; without a response the form is shown, and the server decides. */
function useSetupState(): [State, (state: State) => void] {
  const [state, setState] = useState<State>();
  useEffect(() => {
    let isCurrent = true;
    void api.get<{ readonly open: boolean }>('/api/admin-setup').then((response) => {
      if (isCurrent) setState(response.isOk() && !response.value.open ? 'closed' : 'open');
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return [state, setState];
}

/** Creates the first admin with the token that the server printed. */
export function AdminSetupPage() {
  const { t } = useTranslation(['admin-setup', 'common']);
  const router = useRouter();
  const parameters = useInitialParameters('secret');
  const [state, setState] = useSetupState();
  const canUsePasskeys = useCanUsePasskeys();
  const goOn = () => void router.navigate({ href: '/admin' });
  const enter = () => (canUsePasskeys ? setState('passkey') : goOn());

  function content() {
    if (state === 'done' || state === 'closed') return <SetUp state={state} />;
    if (state === 'passkey') return <OfferPasskey onDone={goOn} />;
    if (state === 'open' && parameters) {
      return (
        <SetupForm
          token={parameters.get('token') ?? ''}
          onDone={(isSignedIn) => (isSignedIn ? enter() : setState('done'))}
          onClosed={() => setState('closed')}
        />
      );
    }
    return (
      <Panel className="stack gap-5">
        <h1 className="h-2" tabIndex={-1}>
          {t('title')}
        </h1>
        <Spinner text={t('common:loading.page')} />
      </Panel>
    );
  }

  return (
    <section className="ground g-sunk section">
      <div className="solo stack gap-5">{content()}</div>
    </section>
  );
}
