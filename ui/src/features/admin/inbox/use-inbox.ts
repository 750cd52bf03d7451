import type { Inbox } from '@coachsite/adapters/contract';
import type { MessageStatus } from '@coachsite/core/contact';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { useBlock } from '../parts/use-block.ts';
import { useFocusBack } from '../parts/use-focus-back.ts';
import { useOpenMessage } from './use-open-message.ts';

export type InboxFilter = MessageStatus | 'all';

/** Messages on one page of the inbox. */
export const inboxPageSize = 25;

/**
 * The inbox: its filter, its search, its page, its open message, and changes to a message. Calls `onChanged` after a
 * change.
 */
export function useInbox(onChanged: () => void) {
  const { t } = useTranslation('admin');
  const [filter, setFilter] = useState<InboxFilter>('all');
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [openId, openMessage, close] = useOpenMessage();
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const status = filter === 'all' ? '' : `&status=${filter}`;
  const words = search === '' ? '' : `&q=${encodeURIComponent(search)}`;
  const block = useBlock<Inbox>(
    `/api/admin/messages?limit=${inboxPageSize}&offset=${offset}${status}${words}`,
  );

  const open = block.data?.messages.find(({ id }) => id === openId);
  useFocusBack(open?.id);

  /** Closes a message that the URL names but this list lacks, so that it does not open by itself in another list. */
  const leaveStale = () => {
    if (openId !== undefined && !open) close();
  };

  /** One change at a time; reloads the list afterwards, even after a failure. */
  const change = async (
    send: () => ReturnType<typeof calls.delete<unknown>>,
    done: string,
    after: () => void,
  ) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    const changed = await send();
    isUnderWay.current = false;
    setBusy(false);
    toast(
      changed.isOk()
        ? { system: 'form', tone: 'good', title: done }
        : { system: 'form', tone: 'bad', title: t('inbox.failed') },
    );
    if (changed.isOk()) after();
    block.reload();
    onChanged();
  };
  return {
    block,
    filter,
    search,
    /** Exports the messages that the filter and the search select. */
    csv: `/api/admin/messages?format=csv${status}${words}`,
    offset,
    isBusy,
    open,
    show: (next: InboxFilter) => {
      leaveStale();
      setFilter(next);
      setOffset(0);
    },
    find: (typed: string) => {
      leaveStale();
      setSearch(typed);
      setOffset(0);
    },
    goTo: (next: number) => {
      leaveStale();
      setOffset(next);
    },
    openMessage,
    close: () => close(),
    move: (id: string, to: MessageStatus) =>
      void change(
        () => calls.patch(`/api/admin/messages/${id}`, { status: to }),
        t(`inbox.moved.${to}`),
        () => close(id),
      ),
    remove: (id: string) =>
      void change(
        () => calls.delete(`/api/admin/messages/${id}`),
        t('inbox.delete.done'),
        () => close(id),
      ),
  };
}
