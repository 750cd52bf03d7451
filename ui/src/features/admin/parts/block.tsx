import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classes, Panel, Skeleton, useFocusHeir } from '../../../design/index.ts';
import { BlockError } from '../../../forms/index.ts';
import type { Block } from './use-block.ts';

const heirs = ['h2'] as const;

/**
 * A panel with a title, optional content beside it, and a block of data: skeleton rows while it loads, "An error
 * occurred" with a retry when it failed. Source: docs/rules.md#8, docs/rules.md#reading-admin.
 */
export function AdminBlock<T>({
  id,
  title,
  aside,
  block,
  rows = 3,
  failed,
  full,
  children,
}: {
  readonly id: string;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly block: Block<T>;
  /** The number of skeleton rows. */
  readonly rows?: number;
  readonly failed?: string;
  readonly full?: boolean;
  children(data: T): ReactNode;
}) {
  const { t } = useTranslation('admin');
  const { data, hasFailed, isLoading, reload } = block;
  const section = useRef<HTMLElement>(null);
  useFocusHeir(section, heirs);
  return (
    <section
      id={id}
      ref={section}
      aria-labelledby={`${id}-title`}
      className={classes(full && 'full')}
    >
      <Panel className="stack gap-5 adm-panel" aria-busy={isLoading || undefined}>
        <div className="sec-h mb-0">
          <h2 className="h-3" id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {aside}
        </div>
        {data !== undefined ? (
          children(data)
        ) : hasFailed ? (
          <BlockError onRetry={reload} {...(failed === undefined ? {} : { text: failed })} />
        ) : (
          <div className="stack gap-3" role="status">
            <span className="sr">{t('loading')}</span>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <Skeleton key={row} as={row === rows - 1 ? 'short' : 'line'} />
            ))}
          </div>
        )}
      </Panel>
    </section>
  );
}
