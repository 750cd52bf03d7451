import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { classes, Icon, IconButton, Words } from '../../design/index.ts';
import { closeToast, pauseToasts, resumeToasts, toastStore } from './store.ts';

const icons = { good: 'check', bad: 'alert', info: 'info' } as const;

/** Returns the focus to where it came from, or to the content if that is gone or cannot be focused. */
function giveFocusBack(to: EventTarget | null) {
  if (to instanceof HTMLElement) to.focus();
  if (document.activeElement !== to)
    document.getElementById('main')?.focus({ preventScroll: true });
}

/** Moves toasts off what the page is about, by code that loads with the first of them: few visits see one. */
function keepClear(toasts: HTMLElement): () => void {
  const kept = import('./leave-space.ts').then(
    ({ leaveSpace }) => leaveSpace(toasts),
    () => undefined,
  );
  return () => void kept.then((stop) => stop?.());
}

/**
 * The stack of toasts, a live region from the start. They wait while the pointer or the focus is on them; errors
 * interrupt. The line of ticks counts down. Closing a toast returns the focus to where it came from.
 * Source: docs/design.md#6.10, docs/law-and-search.md#E4.
 */
export function Toasts() {
  const { t } = useTranslation('common');
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.shown, toastStore.none);
  const before = useRef<EventTarget>(null);
  const stack = useRef<HTMLDivElement>(null);
  const count = shown.length;
  useEffect(() => (stack.current && count > 0 ? keepClear(stack.current) : undefined), [count]);
  return (
    <div className="dock is-toast">
      <div
        className="toasts"
        ref={stack}
        role="status"
        aria-atomic="false"
        onPointerEnter={pauseToasts}
        onPointerLeave={resumeToasts}
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) before.current = relatedTarget;
          pauseToasts();
        }}
        onBlur={resumeToasts}
      >
        {shown.map(({ id, tone, title, text, lifeMs }) => (
          <div
            key={id}
            className={classes(
              'toast',
              `is-${tone}`,
              tone === 'bad' ? 'g-deep' : 'g-page',
              `life-${lifeMs}`,
            )}
            role={tone === 'bad' ? 'alert' : undefined}
          >
            <Icon name={icons[tone]} />
            <div className="body">
              <span className="strong l">
                <Words text={title} />
              </span>
              {text ? <> {text}</> : null}
            </div>
            <IconButton
              icon="close"
              label={t('toast.close')}
              onClick={({ currentTarget }) => {
                const hadFocus = document.activeElement === currentTarget;
                closeToast(id);
                resumeToasts();
                if (hadFocus) giveFocusBack(before.current);
              }}
            />
            <span className="life" />
          </div>
        ))}
      </div>
    </div>
  );
}
