import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice, TextLink } from '../../design/index.ts';
import { keeper } from '../../session/compose.ts';

/** What only the browser knows: who is signed in, and whether the visitor was at a form before the app started. */
function useVisitor() {
  const [visitor, setVisitor] = useState({ email: '', isAtForm: false });
  useEffect(() => {
    const isAtForm = document.activeElement?.matches('form *') ?? false;
    setVisitor({ email: keeper.current()?.user.email ?? '', isAtForm });
  }, []);
  return visitor;
}

/**
 * Explains why the visitor is here: to reach a protected page, or although already signed in. Not above a form in use,
 * where it would move the button away under the finger.
 */
export function ContinueNotice({
  target,
  again,
  isShown = false,
}: {
  readonly target: string | undefined;
  /** Whether a session that has grown old led here: going on with it would lead back here. */
  readonly again: boolean;
  /** Whether the server has rendered it. */
  readonly isShown?: boolean | undefined;
}) {
  const { t } = useTranslation('auth');
  const { email, isAtForm } = useVisitor();
  if (isAtForm && !isShown) return null;
  if (email && !again && !isAtForm) {
    return (
      <Notice
        tone="info"
        icon="key"
        title={<span className="anywhere">{t('signIn.already.title', { email })}</span>}
        actions={
          <TextLink href={target ?? '/account'} icon="arrow">
            {t('signIn.already.action')}
          </TextLink>
        }
      />
    );
  }
  if (!isShown && (target === undefined || target === '/')) return null;
  return (
    <Notice tone="info" icon="shield" title={t('signIn.continue.title')}>
      {t('signIn.continue.text')}
    </Notice>
  );
}
