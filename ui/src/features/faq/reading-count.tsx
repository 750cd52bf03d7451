import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { risingTicks, Tally } from '../../design/index.ts';

/** The indices of the questions inside `list` that have been opened. The first is open from the start. */
function useOpened(list: RefObject<HTMLElement | null>): ReadonlySet<number> {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([0]));
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const note = () => {
      const all = [...element.querySelectorAll('details')];
      setOpened(
        (before) => new Set([...before, ...all.flatMap((one, at) => (one.open ? at : []))]),
      );
    };
    note();
    element.addEventListener('toggle', note, true);
    return () => element.removeEventListener('toggle', note, true);
  }, [list]);
  return opened;
}

/** One tick per question, lit once it has been opened. Source: docs/design.md#10. */
export function ReadingCount({
  count,
  list,
}: {
  readonly count: number;
  readonly list: RefObject<HTMLElement | null>;
}) {
  const { t } = useTranslation('faq');
  const opened = useOpened(list);
  const ticks = risingTicks(count, 0, 40).map((tick, at) => ({ ...tick, on: opened.has(at) }));
  return (
    <div className="stack gap-3">
      <Tally ticks={ticks} look="hot" />
      <p className="small num" role="status">
        {t('count', { count, read: opened.size })}
      </p>
    </div>
  );
}
