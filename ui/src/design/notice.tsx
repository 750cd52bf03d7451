import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

const icons = { good: 'check', bad: 'alert', info: 'info' } as const satisfies Record<
  string,
  IconName
>;

/** A message in the page. `alert` only for errors that follow an action; `focusable` when focus is moved to it. */
export function Notice({
  tone = 'info',
  title,
  children,
  actions,
  alert,
  status,
  focusable,
  className,
  icon,
  id,
  ref,
}: {
  tone?: 'good' | 'bad' | 'info';
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  alert?: boolean;
  status?: boolean;
  focusable?: boolean;
  className?: string | undefined;
  icon?: IconName;
  id?: string;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div
      id={id}
      ref={ref}
      className={classes('notice', tone, className)}
      role={alert ? 'alert' : status ? 'status' : undefined}
      tabIndex={focusable ? -1 : undefined}
    >
      <Icon name={icon ?? icons[tone]} />
      <b>{title}</b> {children ? <span>{children}</span> : null}{' '}
      {actions ? <span className="row gap-3 mt-2">{actions}</span> : null}
    </div>
  );
}
