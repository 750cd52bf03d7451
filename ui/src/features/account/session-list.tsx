import type { OwnSessions } from '@coachsite/adapters/contract';
import { withClock } from '@coachsite/core/language';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, KeyValueRows, Spinner, Tag } from '../../design/index.ts';
import { ActionButton, BlockError, toFormError, useErrorTexts } from '../../forms/index.ts';
import { localeOf } from '../../i18n/format.ts';
import { calls } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';
import { describeDevice } from './device.ts';

type OwnSession = OwnSessions['sessions'][number];

/** The number of devices shown before "show all". */
const shownAtFirst = 10;

/** Sorts this device first, then the others by last use. */
const byUse = (one: OwnSession, other: OwnSession): number =>
  Number(other.isCurrent) - Number(one.isCurrent) || other.usedAt.localeCompare(one.usedAt);

/**
 * The devices that are signed in, the last used ones until "show all" is pressed; all but this one can be signed out.
 * Source: docs/security.md#SE-8.
 */
export function SessionList({
  read,
  look,
}: {
  readonly read: OwnSessions | 'failed' | undefined;
  /** Reads the list again. */
  look(): Promise<void>;
}) {
  const { t, i18n } = useTranslation(['mfa', 'common']);
  const [isWhole, setWhole] = useState(false);
  if (read === undefined) return <Spinner text={t('common:loading.busy')} inline />;
  if (read === 'failed')
    return <BlockError text={t('devices.failed')} onRetry={() => void look()} />;
  const sessions = [...read.sessions].sort(byUse);
  const moment = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const nameOf = ({ userAgent }: OwnSession) => {
    const { kind, browser } = describeDevice(userAgent);
    return browser ? `${t(`devices.${kind}`)}, ${browser}` : t(`devices.${kind}`);
  };
  return (
    <div className="stack gap-3">
      <p>{t('devices.count', { count: sessions.length })}</p>
      <KeyValueRows
        rows={sessions.slice(0, isWhole ? undefined : shownAtFirst).map((session) => ({
          id: session.id,
          icon: describeDevice(session.userAgent).kind === 'phone' ? 'phone' : 'laptop',
          name: nameOf(session),
          note: t(session.isCurrent ? 'devices.now' : 'devices.used', {
            when: withClock(moment.format(new Date(session.usedAt)), i18n.language),
            ip: session.ip,
          }),
          action: session.isCurrent ? (
            <Tag look="ok" icon="check">
              {t('devices.here')}
            </Tag>
          ) : (
            <EndSession id={session.id} name={nameOf(session)} onEnded={look} />
          ),
        }))}
      />
      {isWhole || sessions.length <= shownAtFirst ? null : (
        <p>
          <Button small look="line" onClick={() => setWhole(true)}>
            {t('devices.all', { count: sessions.length })}
          </Button>
        </p>
      )}
    </div>
  );
}

function EndSession({
  id,
  name,
  onEnded,
}: {
  readonly id: string;
  readonly name: string;
  onEnded(): Promise<void>;
}) {
  const { t } = useTranslation('mfa');
  const { full } = useErrorTexts();
  const press = async () => {
    const ended = await calls.delete(`/api/account/sessions/${id}`);
    if (ended.isErr())
      toast({ system: 'form', tone: 'bad', title: full(toFormError(ended.error)) });
    await onEnded();
  };
  return (
    <ActionButton icon="sign-out" label={t('devices.label', { name })} onPress={press}>
      {t('devices.end')}
    </ActionButton>
  );
}
