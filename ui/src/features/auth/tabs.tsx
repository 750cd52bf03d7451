import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export type Tab = 'signIn' | 'signUp';

const tabs: readonly Tab[] = ['signIn', 'signUp'];

/** The id of a tab's panel. */
export const panelId = (tab: Tab): string => `panel-${tab}`;

/** Signing in or signing up: two tabs, arrow keys between them. Source: WAI-ARIA APG tabs. */
export function AuthTabs({ value, onChange }: { readonly value: Tab; onChange(tab: Tab): void }) {
  const { t } = useTranslation('auth');
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const other = value === 'signIn' ? 'signUp' : 'signIn';
    const target = event.key === 'Home' ? 'signIn' : event.key === 'End' ? 'signUp' : other;
    onChange(target);
    list.current?.querySelector<HTMLElement>(`#tab-${target}`)?.focus();
  };
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={t('tabs.label')}>
      {tabs.map((tab) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === value}
          aria-controls={tab === value ? panelId(tab) : undefined}
          tabIndex={tab === value ? 0 : -1}
          data-app
          onClick={() => onChange(tab)}
          onKeyDown={move}
        >
          {`${t(`tabs.${tab}`)} `}
        </button>
      ))}
    </div>
  );
}
