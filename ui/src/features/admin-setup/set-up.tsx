import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink, Panel } from '../../design/index.ts';

/** Shown once an admin exists: created just now, or earlier. Leads to the sign-in form. */
export function SetUp({ state }: { readonly state: 'done' | 'closed' }) {
  const { t } = useTranslation('admin-setup');
  const title = useRef<HTMLHeadingElement>(null);
  const isDone = state === 'done';
  useEffect(() => {
    if (isDone) title.current?.focus();
  }, [isDone]);
  return (
    <Panel className="stack gap-4">
      <h1 className="h-2" ref={title} tabIndex={-1}>
        {t(`${state}.title`)}
      </h1>
      <p className="small">{t(`${state}.text`)}</p>
      <p>
        <ButtonLink href="/auth?redirect=%2Fadmin">{t(`${state}.action`)}</ButtonLink>
      </p>
    </Panel>
  );
}
