import type { EmailReason } from '@coachsite/core/account';
import type { WaitingListId } from '@coachsite/core/catalogue';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input, joinErrors, Notice, RichText, Tally } from '../../design/index.ts';
import { useSubmit } from '../../forms/use-submit.ts';

/** Loaded once the form is there to be used: every page of a program has it, but few visitors start its app. */
const loadRequest = () => import('./notify-me-request.ts').catch(() => undefined);

/** The address that was typed before {@link reloadWith}; undefined at the next call. */
function takeTyped(): string | undefined {
  const { typed, ...others } = (history.state ?? {}) as { readonly typed?: string };
  if (typed !== undefined) history.replaceState(others, '');
  return typed;
}

/** Loads the page as it is since a newer version of the site was put in place, with the address that was typed. */
function reloadWith(typed: string): void {
  history.replaceState({ ...history.state, typed }, '');
  location.reload();
}

type FormError = { readonly field: string } | { readonly form: 'too_many' | 'failed' };

/**
 * Puts a visitor on the waiting list of a program or of the next article: the server mails a link that confirms the
 * address. The response is the same for a known address. The input stays until the request has succeeded. Source:
 * docs/rules.md#1, docs/rules.md#4, docs/law-and-search.md#D40, docs/law-and-search.md#D41.
 */
export function NotifyMeForm({
  id: listId,
  focusAtOnce,
  onSent,
  onCancel,
}: {
  readonly id: WaitingListId;
  /** The form replaces a button that was pressed: its field takes the focus. */
  readonly focusAtOnce?: boolean;
  onSent?(): void;
  onCancel?: (() => void) | undefined;
}) {
  const { t } = useTranslation(['programs', 'common']);
  const id = useId();
  const [sentTo, setSentTo] = useState<string>();
  const [error, setError] = useState<FormError>();
  const form = useRef<HTMLFormElement>(null);
  const field = () => form.current?.querySelector<HTMLInputElement>('input');
  const isProgram = listId !== 'next-article';
  const program = isProgram ? t(`items.${listId}.name`) : t('notify.article.within');

  useEffect(() => {
    void loadRequest();
    const typed = takeTyped();
    const shown = form.current?.querySelector('input');
    if (typed === undefined || !shown) return;
    shown.value = typed;
    setError({ form: 'failed' });
  }, []);

  const wantsFocus = useRef(focusAtOnce === true);
  // Before the page is drawn: a screen reader that finds the focus nowhere for a moment reads the title of the page.
  useLayoutEffect(() => {
    const shown = wantsFocus.current && field();
    if (!shown) return;
    wantsFocus.current = false;
    shown.focus();
  });
  const again = () => {
    wantsFocus.current = true;
    setSentTo(undefined);
  };

  /** Moves the focus to the button that replaces the form. */
  const cancel = () => {
    const around = form.current?.parentElement;
    onCancel?.();
    requestAnimationFrame(() => around?.querySelector('button')?.focus());
  };

  const showError = (reasons: readonly EmailReason[]) => {
    setError({ field: joinErrors(reasons.map((reason) => t(`common:emailReason.${reason}`))) });
  };

  async function send(email: string) {
    const loaded = await loadRequest();
    if (!loaded && navigator.onLine) return reloadWith(email);
    if (!loaded) return setError({ form: 'failed' });
    const reasons = loaded.emailErrors(email);
    const outcome =
      reasons.length > 0 ? 'invalid_email' : await loaded.requestNotifyMe(email, listId);
    if (outcome === 'sent') {
      setSentTo(email.trim());
      onSent?.();
    } else if (outcome === 'invalid_email') {
      showError(reasons.length > 0 ? reasons : ['format']);
      field()?.focus();
    } else setError({ form: outcome });
  }

  const { isBusy, submit } = useSubmit(async () => {
    setError(undefined);
    await send(field()?.value ?? '').catch(() => setError({ form: 'failed' }));
  });

  /** Shows the error of an invalid address when the field loses focus, unless it changed meanwhile. */
  async function checkLeft(email: string) {
    if (email.trim() === '') return;
    const reasons = (await loadRequest())?.emailErrors(email) ?? [];
    if (reasons.length > 0 && field()?.value === email) showError(reasons);
  }

  if (sentTo !== undefined) {
    return <NotifySent email={sentTo} program={program} onAgain={again} />;
  }
  return (
    <form
      ref={form}
      className="stack gap-4 needs-js"
      // Submitted before any script has loaded, the form would otherwise reload the page with the address in the
      // query.
      method="dialog"
      noValidate
      data-app
      onSubmit={submit}
      aria-label={t('notify.form', { program })}
    >
      <Input
        id={`${id}-email`}
        name="email"
        type="email"
        label={t('notify.email')}
        hint={t(isProgram ? 'notify.hint' : 'notify.hintArticle')}
        error={error && 'field' in error ? error.field : undefined}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        readOnly={isBusy}
        onBlur={({ target }) => void checkLeft(target.value)}
        onInput={() => setError(undefined)}
      />
      {error && 'form' in error ? (
        <Notice tone="bad" alert title={t(`notify.errors.${error.form}`)} />
      ) : null}
      <p className="row gap-3">
        <Button
          type="submit"
          icon="bell"
          block={!onCancel}
          busy={isBusy}
          busyLabel={t('notify.busy')}
        >
          {t('notify.action')}
        </Button>{' '}
        {onCancel ? (
          <button type="button" className="link as-text" onClick={cancel}>
            {t('notify.cancel')}
          </button>
        ) : null}
      </p>
      <p className="note">
        <RichText text={t('notify.purpose')} />
      </p>
    </form>
  );
}

/** The next step, one click in the mailbox. Shown in place of the form, and announced. */
function NotifySent({
  email,
  program,
  onAgain,
}: {
  readonly email: string;
  readonly program: string;
  onAgain(): void;
}) {
  const { t } = useTranslation('programs');
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // Who has gone on, to the search for instance, is left there.
    if (document.activeElement === document.body) title.current?.focus();
  }, []);
  return (
    <div className="stack gap-4">
      <Tally
        ticks={[{ on: true, tall: 55 }, { tall: 100 }]}
        look="ok"
        label={t('notify.sentStep')}
      />
      <h3 className="h-3" ref={title} tabIndex={-1} aria-describedby={`${id}-sent`}>
        {t('notify.sentTitle')}
      </h3>
      <p className="anywhere" id={`${id}-sent`}>
        {t('notify.sentText', { email, program })}
      </p>
      <p className="small">{t('notify.sentHint')}</p>
      <p>
        <Button look="line" small icon="undo" onClick={onAgain}>
          {t('notify.again')}
        </Button>
      </p>
    </div>
  );
}
