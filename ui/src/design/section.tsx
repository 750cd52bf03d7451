import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** The background of a block, which sets every colour inside. Source: docs/design.md#2.2. */
export type Ground = 'page' | 'paper' | 'sunk' | 'tartan' | 'butter' | 'sky' | 'pine' | 'deep';

/** A full-width band on a ground, with its content in the 84rem column. `size` is its vertical padding. */
export function Section({
  ground = 'page',
  size = 'md',
  labelledBy,
  className,
  children,
  ...rest
}: {
  ground?: Ground;
  size?: 'md' | 'sm' | 'none';
  /** Id of the heading that names the band. */
  labelledBy?: string;
  children: ReactNode;
} & Omit<ComponentProps<'section'>, 'aria-labelledby'>) {
  const padding = { md: 'section', sm: 'section-sm', none: undefined }[size];
  return (
    <section
      {...rest}
      className={classes(padding, 'ground', `g-${ground}`, className)}
      aria-labelledby={labelledBy}
    >
      <div className="wrap">{children}</div>
    </section>
  );
}

/** A block on its own ground with the round upper right corner; `big` for a saturated block inside a chalk band. */
export function Panel({
  ground = 'paper',
  big,
  className,
  children,
  ...rest
}: { ground?: Ground; big?: boolean } & ComponentProps<'div'>) {
  return (
    <div {...rest} className={classes('panel', big && 'big', 'ground', `g-${ground}`, className)}>
      {children}
    </div>
  );
}
