import type { OwnInterests } from '@coachsite/adapters/contract';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, TextLink } from '../../design/index.ts';
import { BlockError } from '../../forms/index.ts';
import { longDate } from '../../i18n/format.ts';
import { useListName } from '../../i18n/list-name.ts';
import { calls } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';

const path = '/api/account/interests';

const stateOf = (programId: string, announcedAt: string | null) => {
  const isArticle = programId === 'next-article';
  if (announcedAt === null) return isArticle ? 'programs.asked' : 'programs.since';
  return isArticle ? 'programs.notified' : 'programs.open';
};

/** What the member waits for, programs and the next article, each with a button to leave its list. Source: docs/law-and-search.md#D42. */
export function ProgramsPanel() {
  const { t, i18n } = useTranslation(['account', 'programs', 'common']);
  const nameOf = useListName();
  const [interests, setInterests] = useState<OwnInterests['interests'] | 'failed'>();
  const [busyId, setBusyId] = useState<string>();
  const load = async () => {
    const read = await calls.get<OwnInterests>(path);
    setInterests(read.isOk() ? read.value.interests : 'failed');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page opens
  useEffect(() => void load(), []);
  const leave = async (programId: string) => {
    setBusyId(programId);
    const left = await calls.delete(`${path}/${programId}`);
    setBusyId(undefined);
    if (left.isErr()) {
      return toast({ system: 'form', tone: 'bad', title: t('common:error.block.title') });
    }
    toast({ system: 'form', tone: 'good', title: t('programs.left') });
    await load();
  };
  return (
    <AccountPanel id="programs" title={t('programs.title')}>
      {interests === undefined ? (
        // Keeps the room of a line, so that what is below does not move under a pointer.
        <p className="small">{'\u00a0'}</p>
      ) : interests === 'failed' ? (
        <BlockError onRetry={() => void load()} />
      ) : interests.length === 0 ? (
        <p className="small">{t('programs.none')}</p>
      ) : (
        <ul className="kv">
          {interests.map(({ programId, since, announcedAt }) => (
            <li key={programId}>
              <div>
                <b>{nameOf(programId)}</b>
                <span className="note">
                  {t(stateOf(programId, announcedAt), {
                    date: longDate(
                      calendarDay(defaultZone, Date.parse(announcedAt ?? since)),
                      i18n.language,
                    ),
                  })}
                </span>
              </div>
              <Button
                small
                look="line"
                icon="close"
                busy={busyId === programId}
                busyLabel={t('common:loading.busy')}
                aria-label={t('programs.leaveOf', { name: nameOf(programId) })}
                onClick={() => void leave(programId)}
              >
                {t('programs.leave')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <TextLink href="/shop">{t('programs.see')}</TextLink>
      </p>
    </AccountPanel>
  );
}
