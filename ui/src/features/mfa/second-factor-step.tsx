import type { AuthFactor } from '@coachsite/adapters/browser';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, classes } from '../../design/index.ts';
import { usePress, useSubmit } from '../../forms/index.ts';
import { auth, keeper } from '../../session/compose.ts';
import { closeErrors, toast } from '../notification/index.ts';
import { CodeField, typedCode } from './code-field.tsx';
import { useErrorText } from './error-text.ts';
import { FactorChoice } from './factor-choice.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { ResendButton } from './resend-button.tsx';
import { AppSecondsLeft } from './seconds-left.tsx';
import { useCode } from './use-code.ts';

/** The factors that can be used, apps before phones. */
function usableFactors(): readonly AuthFactor[] {
  const held = keeper.current()?.user.factors ?? [];
  return held
    .filter(({ status }) => status === 'verified')
    .sort((a, b) => b.factor_type.localeCompare(a.factor_type));
}

/**
 * The step after signing in for a user with a second factor: one code, from an app or by text message. `onOther` ends
 * this session and returns to the sign-in form. Source: docs/wire.md#6, docs/security.md#MF-8.
 */
export function SecondFactorStep({ onDone, onOther }: { onDone(): void; onOther(): void }) {
  const { t } = useTranslation(['mfa', 'common']);
  const text = useErrorText();
  const [held] = useState(usableFactors);
  const [chosen, setChosen] = useState(held[0]?.id ?? '');
  const [isChanged, setChanged] = useState(false);
  const [isLost, setLost] = useState(false);
  const round = useCode();
  const factor = held.find(({ id }) => id === chosen);
  const isPhone = factor?.factor_type === 'phone';
  const hasCode = !isPhone || round.sentAt !== undefined;
  const title = useRef<HTMLHeadingElement>(null);
  // What is typed goes into the first cell; without cells, the title says what to do.
  const startsWithTitle = useRef(!hasCode);
  useEffect(() => {
    if (startsWithTitle.current) title.current?.focus();
  }, []);
  const isComplete = typedCode(round.code).length === 6;

  const { isBusy, submit } = useSubmit(async () => {
    if (!factor) return;
    const raised = await round.verify(factor);
    if (raised.isErr()) {
      closeErrors();
      toast({ system: 'form', tone: 'bad', title: text(raised.error) });
      return;
    }
    if (keeper.change(raised.value, 'mfa_verified')) onDone();
  });
  const send = async () => {
    if (!factor) return;
    const sent = await round.send(factor);
    toast(
      sent.isOk()
        ? { system: 'form', tone: 'good', title: t('sms.sent') }
        : { system: 'form', tone: 'bad', title: text(sent.error) },
    );
  };
  const other = usePress(async () => {
    await auth.signOut('local');
    keeper.forget();
    onOther();
  });
  if (isLost) return <RecoveryForm onDone={onDone} onBack={() => setLost(false)} />;
  return (
    <form className="stack gap-5" method="dialog" noValidate data-app onSubmit={submit}>
      <div className="stack gap-2">
        <h2 className="h-3" id="second-step" ref={title} tabIndex={-1}>
          {t('step.title')}
        </h2>
        <p className="small" id="second-step-text">
          {t(held.length > 1 ? 'step.choose' : isPhone ? 'step.bySms' : 'step.byApp')}
        </p>
      </div>
      {held.length > 1 ? (
        <FactorChoice
          factors={held}
          value={chosen}
          onChange={(id) => {
            round.reset();
            setChosen(id);
            setChanged(true);
          }}
        />
      ) : null}
      {isPhone ? <ResendButton key={chosen} sentAt={round.sentAt} onPress={send} /> : null}
      {hasCode ? (
        <div className={classes('row gap-4', !round.error && 'items-end')}>
          <CodeField
            key={chosen}
            id="second-factor-code"
            code={round.code}
            error={round.error && text(round.error)}
            isFocused={isPhone || !isChanged}
            describedBy="second-step second-step-text"
            onChange={round.setCode}
          />
          {isPhone ? null : <AppSecondsLeft />}
        </div>
      ) : null}
      <p className="row between">
        <Button
          type="submit"
          icon="check"
          busy={isBusy}
          busyLabel={t('common:loading.busy')}
          disabled={!isComplete}
        >
          {t('step.action')}
        </Button>{' '}
        <button className="link as-text" type="button" disabled={isBusy} onClick={other.press}>
          {t('step.other')}
        </button>
      </p>
      <p>
        <button
          className="link as-text small"
          type="button"
          onClick={() => {
            // An error of the code before would seem to be one of the recovery code.
            closeErrors();
            setLost(true);
          }}
        >
          {t('recovery.lost')}
        </button>
      </p>
    </form>
  );
}
