import type { Inbox } from '@coachsite/adapters/contract';
import { messageStatuses } from '@coachsite/core/contact';
import { useTranslation } from 'react-i18next';
import { Chips, Notice } from '../../../design/index.ts';
import { AdminBlock } from '../parts/block.tsx';
import { CsvLink } from '../parts/block-actions.tsx';
import { Paging } from '../parts/paging.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { useNow } from '../parts/times.ts';
import { MessageDetail } from './message-detail.tsx';
import { MessageList } from './message-list.tsx';
import { type InboxFilter, inboxPageSize, useInbox } from './use-inbox.ts';

const filters: readonly InboxFilter[] = ['all', ...messageStatuses];

const countOf = (counts: Inbox['counts'], filter: InboxFilter) =>
  filter === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[filter];

/**
 * The inbox, with the time left to reply within 24 h; new messages first, the most urgent on top. Source:
 * docs/rules.md#1, docs/rules.md#9.
 */
export function InboxBlock({ onChanged }: { onChanged(): void }) {
  const { t } = useTranslation('admin');
  const now = useNow();
  const inbox = useInbox(onChanged);
  const { block, filter, search, offset, open } = inbox;
  const summary = block.data?.summary;
  return (
    <AdminBlock
      id="inbox"
      full
      title={t('inbox.title')}
      rows={5}
      block={block}
      aside={
        <p className="row gap-3">
          {summary ? (
            <span className="small">
              {t(summary.late > 0 ? 'inbox.late' : 'inbox.summary', summary)}
            </span>
          ) : null}
          <CsvLink block="inbox" href={inbox.csv}>
            {t('inbox.csv')}
          </CsvLink>
        </p>
      }
    >
      {({ messages, counts, mails }) =>
        open ? (
          <MessageDetail
            message={open}
            now={now}
            isBusy={inbox.isBusy}
            onBack={inbox.close}
            onMove={(status) => inbox.move(open.id, status)}
            onDelete={() => inbox.remove(open.id)}
          />
        ) : (
          <div className="stack gap-5">
            <MailTrouble mails={mails} />
            {search !== '' || countOf(counts, 'all') > 0 ? (
              <SearchForm
                id="inbox-words"
                label={t('inbox.search')}
                words={t('inbox.words')}
                onFind={inbox.find}
              />
            ) : null}
            {countOf(counts, 'all') > 0 ? (
              <Chips
                legend={t('inbox.filter')}
                name="inbox-filter"
                value={filter}
                chips={filters.map((value) => ({
                  value,
                  label: t(`inbox.status.${value}`),
                  count: countOf(counts, value),
                }))}
                onChange={inbox.show}
              />
            ) : null}
            {messages.length > 0 ? (
              <MessageList messages={messages} now={now} onOpen={inbox.openMessage} />
            ) : (
              <NoMessages
                search={search}
                isDone={(filter === 'all' || filter === 'new') && counts.new === 0}
              />
            )}
            <Paging
              offset={offset}
              shown={messages.length}
              total={countOf(counts, filter)}
              pageSize={inboxPageSize}
              onGoTo={inbox.goTo}
            />
          </div>
        )
      }
    </AdminBlock>
  );
}

/** Shown instead of an empty list. `isDone`: no message awaits a reply in any part of the inbox. */
function NoMessages({ search, isDone }: { readonly search: string; readonly isDone: boolean }) {
  const { t } = useTranslation('admin');
  if (search !== '') {
    return <Notice tone="info" icon="search" status title={t('inbox.none', { words: search })} />;
  }
  if (!isDone) return <Notice tone="info" icon="mail" title={t('inbox.noneOfStatus')} />;
  return (
    <Notice tone="info" icon="mail" title={t('inbox.empty')}>
      {t('inbox.emptyText')}
    </Notice>
  );
}

/** The notification mails that failed or still wait. */
function MailTrouble({ mails: { failed, waiting } }: { readonly mails: Inbox['mails'] }) {
  const { t } = useTranslation('admin');
  if (failed > 0) {
    return (
      <Notice tone="bad" icon="mail" title={t('inbox.mails.title', { count: failed })}>
        {t('inbox.mails.text')}{' '}
        <a className="link" href="#mails">
          {t('inbox.mails.see')}
        </a>
      </Notice>
    );
  }
  return waiting > 0 ? (
    <p className="note">{t('inbox.mails.waiting', { count: waiting })}</p>
  ) : null;
}
