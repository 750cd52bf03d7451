import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';

/**
 * A native dialog: a question as its title, the consequence in one sentence, and actions. Open it with `showModal()`
 * on its ref; Escape cancels, and the focus returns to where it was.
 */
export function Dialog({
  ref,
  id,
  title,
  children,
  actions,
  className,
  onClose,
}: {
  ref?: Ref<HTMLDialogElement>;
  id: string;
  title: ReactNode;
  children?: ReactNode;
  actions: ReactNode;
  className?: string;
  onClose?(): void;
}) {
  return (
    <dialog
      ref={ref}
      id={id}
      className={classes('dialog ground g-page', className)}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
    >
      <div className="stack">
        <h2 className="h-3" id={`${id}-title`}>
          {title}
        </h2>
        {children}
        <div className="row gap-3">{actions}</div>
      </div>
    </dialog>
  );
}
