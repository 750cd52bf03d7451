import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

/** A small label: wash by default, `edge` outline (sample, type), `butter` (popular), `hot` (new), `ok`, `bad`. */
export function Tag({
  look,
  icon,
  children,
}: {
  look?: 'hot' | 'butter' | 'edge' | 'ok' | 'bad' | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
}) {
  return (
    <span className={classes('tag', look)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  );
}
