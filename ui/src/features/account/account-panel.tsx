import { type ReactNode, useRef } from 'react';
import { Panel, useFocusHeir } from '../../design/index.ts';

const heirs = ['h2'] as const;

/** A panel of the account page: its title, a tag beside it, and its actions. */
export function AccountPanel({
  id,
  title,
  tag,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly tag?: ReactNode;
  readonly children: ReactNode;
}) {
  const section = useRef<HTMLElement>(null);
  useFocusHeir(section, heirs);
  return (
    <section id={id} ref={section} aria-labelledby={`${id}-title`}>
      <Panel className="stack gap-5">
        <div className="sec-h mb-0">
          <h2 className="h-3" id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {tag}
        </div>
        {children}
      </Panel>
    </section>
  );
}
