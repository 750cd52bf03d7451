import type { LaunchTested } from '@coachsite/adapters/contract';
import type { WaitingListId } from '@coachsite/core/catalogue';
import { initialLanguage, type Language, languages } from '@coachsite/core/language';
import { type LaunchPace, launchLengthMs, launchPaces } from '@coachsite/core/notify-me';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Chips, Dialog, Field, Words } from '../../../design/index.ts';
import { usePress } from '../../../forms/index.ts';
import { useListName } from '../../../i18n/list-name.ts';
import { calls } from '../../../session/compose.ts';
import { useTimes } from '../parts/times.ts';

/** What mail services of small businesses take in an hour. */
const defaultPace: LaunchPace = 120;
const schemes = ['light', 'dark'] as const;

/** The launch of a program, or the mail about a new article, as an admin announces it. */
export interface ChosenLaunch {
  readonly programId: WaitingListId;
  /** Mails an hour; null: all at once. */
  readonly perHour: LaunchPace | null;
}

/**
 * Asks before a launch: shows the mail as it will be sent, sends a test of it to the admin, and takes the pace.
 * Source: docs/law-and-search.md#D42, docs/decisions/0042-pace-of-a-launch.md.
 */
export function LaunchDialog({
  ref,
  programId,
  waiting,
  onClose,
  onLaunch,
}: {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly programId: WaitingListId;
  /** How many people get the mail. */
  readonly waiting: number;
  onClose(): void;
  onLaunch(launch: ChosenLaunch): void;
}) {
  const { t } = useTranslation('admin');
  const nameOf = useListName();
  const isArticle = programId === 'next-article';
  const [perHour, setPerHour] = useState<LaunchPace | null>(defaultPace);
  const close = () => ref.current?.close();
  return (
    <Dialog
      ref={ref}
      id="announce-launch"
      className="launch"
      title={
        <Words
          text={
            isArticle
              ? t('notify.launch.article.title')
              : t('notify.launch.title', { program: nameOf(programId) })
          }
        />
      }
      onClose={onClose}
      actions={
        <>
          <Button
            small
            icon="mail"
            onClick={() => {
              close();
              onLaunch({ programId, perHour });
            }}
          >
            {t('notify.launch.send')}
          </Button>{' '}
          <Button small look="line" onClick={close}>
            {t('notify.launch.cancel')}
          </Button>
        </>
      }
    >
      <p className="small anywhere">
        {t(isArticle ? 'notify.launch.article.text' : 'notify.launch.text', { count: waiting })}
      </p>
      <PaceChoice value={perHour} waiting={waiting} onChange={setPerHour} />
      <MailPreview programId={programId} />
    </Dialog>
  );
}

/** How many mails leave in an hour, with how long that takes. */
function PaceChoice({
  value,
  waiting,
  onChange,
}: {
  readonly value: LaunchPace | null;
  readonly waiting: number;
  onChange(value: LaunchPace | null): void;
}) {
  const { t } = useTranslation('admin');
  const { span } = useTimes(0);
  const lengthMs = launchLengthMs(value ?? undefined, waiting);
  return (
    <Field
      id="launch-pace"
      label={t('notify.launch.pace')}
      hint={
        lengthMs > 0
          ? t('notify.launch.takes', { time: span(lengthMs) })
          : t('notify.launch.paceHint')
      }
    >
      <select
        id="launch-pace"
        className="input"
        aria-describedby="launch-pace-hint"
        value={value ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          onChange(launchPaces.find((pace) => pace === chosen) ?? null);
        }}
      >
        {launchPaces.map((pace) => (
          <option key={pace} value={pace}>
            {t('notify.launch.perHour', { count: pace })}
          </option>
        ))}
        <option value="">{t('notify.launch.atOnce')}</option>
      </select>
    </Field>
  );
}

/** The mail in a frame without scripts, in each language and on each screen, and a test of it to the admin. */
function MailPreview({ programId }: { readonly programId: WaitingListId }) {
  const { t, i18n } = useTranslation(['admin', 'common']);
  const [language, setLanguage] = useState<Language>(() => initialLanguage(i18n.language));
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light');
  const [tested, setTested] = useState('');
  const test = usePress(async () => {
    setTested('');
    const sent = await calls.post<LaunchTested>('/api/admin/notify/launch/test', {
      programId,
      language,
    });
    if (sent.isOk()) return setTested(t('notify.launch.tested', { to: sent.value.to }));
    const { kind } = sent.error;
    setTested(
      kind === 'no_email' || kind === 'over_request_rate_limit'
        ? t(`notify.launch.testErrors.${kind}`)
        : t('inbox.failed'),
    );
  });
  const query = new URLSearchParams({ programId, language, scheme });
  return (
    <>
      <div className="row gap-4 between">
        <Chips<Language>
          legend={t('notify.launch.language')}
          name="launch-language"
          chips={languages.map((value) => ({
            value,
            label: t(`notify.launch.languages.${value}`),
          }))}
          value={language}
          onChange={setLanguage}
        />
        <Chips<(typeof schemes)[number]>
          legend={t('notify.launch.scheme')}
          name="launch-scheme"
          chips={schemes.map((value) => ({ value, label: t(`notify.launch.schemes.${value}`) }))}
          value={scheme}
          onChange={setScheme}
        />
      </div>
      <iframe
        className="launch-mail"
        title={t('notify.launch.preview')}
        src={`/api/admin/notify/launch/preview?${query}`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <div className="row gap-3">
        <Button
          small
          look="line"
          icon="mail"
          busy={test.isBusy}
          busyLabel={t('common:loading.busy')}
          onClick={() => test.press()}
        >
          {t('notify.launch.test')}
        </Button>{' '}
        <span className="small anywhere" role="status">
          {tested}
        </span>
      </div>
    </>
  );
}
