import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../../design/index.ts';

/** The outcome of a link, in place of its button; receives the focus. */
export function Outcome({
  tone,
  title,
  actions,
  children,
}: {
  readonly tone: 'good' | 'bad';
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Notice
      ref={box}
      tone={tone}
      alert={tone === 'bad'}
      status={tone === 'good'}
      focusable
      title={title}
      actions={actions}
    >
      {children}
    </Notice>
  );
}
