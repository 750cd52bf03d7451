import { api } from '@coachsite/adapters/browser';
import { useRouter } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { canUsePasskeys } from '../browser/passkey-support.ts';
import { OfferPasskey, SetUp, SetupForm } from '../features/admin-setup/index.ts';
import { useRuntimeConfig } from '../site/runtime-config.ts';
import { useInitialParameters } from '../site/use-initial-parameters.ts';

type State = 'open' | 'passkey' | 'done' | 'closed';

/** Whether the first admin can still be created: as the page was sent, until the server has been asked. */
function useSetupState(): [State, Dispatch<SetStateAction<State>>] {
  const { isSetUp } = useRuntimeConfig();
  const [state, setState] = useState<State>(isSetUp ? 'closed' : 'open');
  useEffect(() => {
    let isCurrent = true;
    void api.get<{ readonly open: boolean }>('/api/admin-setup').then((response) => {
      if (!isCurrent || response.isErr()) return;
      const asked = response.value.open ? 'open' : 'closed';
      setState((now) => (now === 'open' || now === 'closed' ? asked : now));
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return [state, setState];
}

/** Creates the first admin with the token that the server printed. */
export function AdminSetupPage() {
  const router = useRouter();
  const parameters = useInitialParameters('secret');
  const [state, setState] = useSetupState();
  const goOn = () => void router.navigate({ href: '/admin' });
  // Asked once it matters: a form that was sent at once would find no answer yet.
  const enter = async () => ((await canUsePasskeys()) ? setState('passkey') : goOn());

  function content() {
    if (state === 'done' || state === 'closed') return <SetUp state={state} />;
    if (state === 'passkey') return <OfferPasskey onDone={goOn} />;
    return (
      <SetupForm
        token={parameters?.get('token') ?? ''}
        onDone={async (isSignedIn) => (isSignedIn ? enter() : setState('done'))}
        onClosed={() => setState('closed')}
      />
    );
  }

  return (
    <section className="ground g-sunk section">
      <div className="solo stack gap-5">{content()}</div>
    </section>
  );
}
