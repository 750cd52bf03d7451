import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Mark } from './mark.tsx';

interface Look {
  /** `solid` once per view, `line` for the second action. */
  look?: 'solid' | 'line' | undefined;
  small?: boolean | undefined;
  block?: boolean | undefined;
  /** Icon at the right end; `arrow` moves on hover. */
  icon?: IconName | undefined;
  children: ReactNode;
}

const look = (props: Omit<Look, 'children'>, className?: string) =>
  classes(
    'btn',
    props.look === 'line' && 'line',
    props.small && 'sm',
    props.block && 'block',
    className,
  );

const End = ({ icon }: { icon: IconName | undefined }) =>
  icon ? <Icon name={icon} go={icon === 'arrow'} /> : null;

/**
 * A button with its label on the left and its icon on the right. `busy` shows the spinner with `busyLabel` and keeps
 * the label as the accessible name (docs/contract.md#7). A busy button is disabled and gets the focus back
 * afterwards; an `aria-disabled` one keeps the focus and ignores presses.
 * Source: docs/rules.md#reading-forms.
 */
export function Button({
  look: kind,
  small,
  block,
  icon,
  busy,
  busyLabel,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: Look & {
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
} & Omit<ComponentProps<'button'>, 'ref' | 'onFocus' | 'onBlur'>) {
  const button = useRef<HTMLButtonElement>(null);
  const isDisabled = busy || rest.disabled;
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    // The browser may have focused it before the app was there to hear of it.
    if (isDisabled) hasFocus.current ||= document.activeElement === button.current;
    if (isDisabled || !hasFocus.current) return;
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    hasFocus.current = document.activeElement === button.current;
  }, [isDisabled]);
  // What is over at once, such as a check that finds a mistake, is not announced as "Sending".
  const [isSaid, setSaid] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const wait = setTimeout(() => setSaid(true));
    return () => {
      clearTimeout(wait);
      setSaid(false);
    };
  }, [busy]);
  const isInert = rest['aria-disabled'] === true;
  const name = rest['aria-label'] ?? (typeof children === 'string' ? children : undefined);
  return (
    <button
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={({ currentTarget }) => {
        // A disabled button loses the focus; in Chromium one frame later.
        if (!currentTarget.disabled) hasFocus.current = false;
      }}
      {...rest}
      {...(busy && isSaid && name ? { 'aria-label': name, 'aria-description': busyLabel } : {})}
      type={type}
      className={look({ look: kind, small, block }, className)}
      ref={button}
      disabled={isDisabled}
      aria-busy={busy || undefined}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
    >
      {busy && isSaid ? (
        <span className="spinner in">
          <Mark />
          <span>{busyLabel ?? children}</span>
        </span>
      ) : (
        <>
          {children}
          <End icon={icon} />
        </>
      )}
    </button>
  );
}

/** A link that looks like a button. Attributes of `<a>` pass through. */
export function ButtonLink({
  look: kind,
  small,
  block,
  icon = 'arrow',
  className,
  children,
  ...rest
}: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={look({ look: kind, small, block }, className)}>
      {children}
      <End icon={icon} />
    </a>
  );
}

/** A text link, 44 px tall, with an icon before (`lead`) or after (`icon`) the text. */
export function TextLink({
  icon,
  lead,
  className,
  children,
  ...rest
}: { icon?: IconName | undefined; lead?: IconName | undefined } & ComponentProps<'a'>) {
  return (
    <a {...rest} className={classes('link', className)}>
      {lead ? <Icon name={lead} /> : null}
      {children}
      <End icon={icon} />
    </a>
  );
}

/** A square button with an icon only; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button type="button" {...rest} className={classes('icon-btn', className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
