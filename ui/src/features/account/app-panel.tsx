import type { EnrolledApp } from '@coachsite/adapters/browser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, classes, Notice, Tag } from '../../design/index.ts';
import { usePress, useSubmit } from '../../forms/index.ts';
import { factors, keeper } from '../../session/compose.ts';
import { useSite } from '../../site/site.ts';
import { AppSecondsLeft, CodeField, typedCode, useCode, useErrorText } from '../mfa/index.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';
import { CopyButton } from './copy-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RemoveFactor } from './remove-factor.tsx';
import type { Account } from './use-account.ts';

/**
 * Adds or removes the authenticator app, whose code each sign-in then requires.
 * Source: docs/wire.md#6, docs/design.md#6.19.
 */
export function AppPanel({ account }: { readonly account: Account }) {
  const { t } = useTranslation('mfa');
  const [made, setMade] = useState<EnrolledApp>();
  const app = account.user.factors?.find(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  const isOn = app !== undefined;
  return (
    <AccountPanel
      id="app"
      title={t('app.title')}
      tag={
        isOn ? (
          <Tag look="ok" icon="check">
            {t('app.on')}
          </Tag>
        ) : (
          <Tag look="edge">{t('app.off')}</Tag>
        )
      }
    >
      {app ? (
        <>
          <Notice tone="good" icon="shield" title={t('app.isOn.title')}>
            {t('app.isOn.text')}
          </Notice>
          <RecoveryCodes />
          <RemoveFactor factor={app} onRemoved={account.reload} />
        </>
      ) : made ? (
        <ScanApp
          app={made}
          onDone={async () => {
            setMade(undefined);
            await account.reload();
          }}
        />
      ) : (
        <StartApp onMade={setMade} />
      )}
    </AccountPanel>
  );
}

function StartApp({ onMade }: { onMade(app: EnrolledApp): void }) {
  const { t } = useTranslation(['mfa', 'common']);
  const text = useErrorText();
  const site = useSite();
  const { isBusy, press } = usePress(async () => {
    const made = await factors.enrollApp('app', site.name);
    if (made.isOk()) onMade(made.value);
    else toast({ system: 'form', tone: 'bad', title: text(made.error) });
  });
  return (
    <>
      <p className="small">{t('app.text')}</p>
      <p>
        <Button icon="shield" busy={isBusy} busyLabel={t('common:loading.busy')} onClick={press}>
          {t('app.start')}
        </Button>
      </p>
    </>
  );
}

/** In groups of four, which are easier to read and type. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The QR code, the key beside it, and the field for the first code. */
function ScanApp({ app, onDone }: { readonly app: EnrolledApp; onDone(): Promise<void> }) {
  const { t } = useTranslation(['mfa', 'common']);
  const text = useErrorText();
  const round = useCode();
  const { qr_code: picture, secret, uri } = app.totp;
  const { isBusy, submit } = useSubmit(async () => {
    const raised = await round.verify({ id: app.id, factor_type: 'totp' });
    if (raised.isErr()) {
      toast({ system: 'form', tone: 'bad', title: text(raised.error) });
      return;
    }
    keeper.change(raised.value, 'mfa_verified');
    toast({ system: 'form', tone: 'good', title: t('app.isOn.title') });
    await onDone();
  });
  return (
    <form className="stack gap-5" method="dialog" noValidate data-app onSubmit={submit}>
      <ol className="scan-steps small">
        <li>{t('app.scan')}</li>
        <li>{t('app.type')}</li>
      </ol>
      <div className="row items-start gap-5">
        <img
          className="qr"
          src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
          alt={t('app.picture')}
          width={208}
          height={208}
        />
        <div className="stack gap-2">
          {/* A phone cannot scan its own screen. */}
          <p className="scan-here">
            <ButtonLink small look="line" icon="external" href={uri}>
              {t('app.here')}
            </ButtonLink>
          </p>
          <p className="label">{t('app.manual')}</p>
          <p className="key-text anywhere">{grouped(secret)}</p>
          <p>
            <CopyButton text={secret} done={t('app.copied')}>
              {t('app.copy')}
            </CopyButton>
          </p>
        </div>
      </div>
      <div className={classes('row gap-4', !round.error && 'items-end')}>
        <CodeField
          id="app-code"
          code={round.code}
          error={round.error && text(round.error)}
          onChange={round.setCode}
        />
        <AppSecondsLeft />
      </div>
      <p>
        <Button
          type="submit"
          icon="shield"
          busy={isBusy}
          busyLabel={t('common:loading.busy')}
          disabled={typedCode(round.code).length < 6}
        >
          {t('app.action')}
        </Button>
      </p>
    </form>
  );
}
