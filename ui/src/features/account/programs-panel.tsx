import type { OwnInterests } from '@coachsite/adapters/contract';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../design/index.ts';
import { ActionButton, BlockError } from '../../forms/index.ts';
import { longDate } from '../../i18n/format.ts';
import { useListName } from '../../i18n/list-name.ts';
import { calls } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';
import { useRead } from './use-read.ts';

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
  const [read, load] = useRead<OwnInterests>(path);
  const leave = async (programId: string) => {
    const left = await calls.delete(`${path}/${programId}`);
    if (left.isErr()) {
      return toast({ system: 'form', tone: 'bad', title: t('common:error.block.title') });
    }
    toast({ system: 'form', tone: 'good', title: t('programs.left') });
    await load();
  };
  return (
    <AccountPanel id="programs" title={t('programs.title')}>
      {read === undefined ? (
        // Keeps the room of a line, so that what is below does not move under a pointer.
        <p className="small">{'\u00a0'}</p>
      ) : read === 'failed' ? (
        <BlockError onRetry={() => void load()} />
      ) : read.interests.length === 0 ? (
        <p className="small">{t('programs.none')}</p>
      ) : (
        <ul className="kv">
          {read.interests.map(({ programId, since, announcedAt }) => (
            <li key={programId}>
              <div>
                <b>{nameOf(programId)}</b>{' '}
                <span className="note">
                  {t(stateOf(programId, announcedAt), {
                    date: longDate(
                      calendarDay(defaultZone, Date.parse(announcedAt ?? since)),
                      i18n.language,
                    ),
                  })}
                </span>
              </div>
              <ActionButton
                icon="close"
                label={t('programs.leaveOf', { name: nameOf(programId) })}
                onPress={() => leave(programId)}
              >
                {t('programs.leave')}
              </ActionButton>
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
