import type { SecurityEvents } from '@coachsite/adapters/contract';
import { useState } from 'react';
import { calls } from '../../../session/compose.ts';
import { useBlock } from '../parts/use-block.ts';

type Events = SecurityEvents['events'];

const pageSize = 10;

const pathOf = (type: string, before?: string) => {
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (type) query.set('type', type);
  if (before) query.set('before', before);
  return `/api/admin/security-events?${query}`;
};

/** The security events of one type (or all, for ''), newest first, page by page. */
export function useEvents(type: string) {
  const block = useBlock<SecurityEvents>(pathOf(type));
  const [older, setOlder] = useState<{
    readonly of: SecurityEvents;
    readonly events: Events;
    readonly next: string | null;
  }>();
  const [isBusy, setBusy] = useState(false);
  const more = older && older.of === block.data ? older : undefined;
  const next = more ? more.next : (block.data?.next ?? null);
  const showOlder = async () => {
    if (!block.data || next === null || isBusy) return;
    setBusy(true);
    const page = await calls.get<SecurityEvents>(pathOf(type, next));
    setBusy(false);
    if (page.isErr()) return block.reload();
    setOlder({
      of: block.data,
      events: [...(more?.events ?? []), ...page.value.events],
      next: page.value.next,
    });
  };
  return { block, more: more?.events ?? [], next, isBusy, showOlder: () => void showOlder() };
}
