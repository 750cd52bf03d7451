import type { FactName } from '@coachsite/core/facts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldErrors } from './bind.ts';
import { fieldId } from './field-id.ts';

/** A folded part of the form, open while one of its fields is wrong. */
export function FactsPart({
  title,
  field,
  names,
  errors,
  children,
}: {
  readonly title: string;
  /** The fact that the part begins with, if it holds all of it. */
  readonly field?: FactName;
  /** The facts of this part. */
  readonly names: readonly string[];
  readonly errors: FieldErrors;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('site-facts');
  const wrong = Object.keys(errors).filter((field) =>
    names.some((name) => field === name || field.startsWith(`${name}.`)),
  ).length;
  return (
    <details
      className="adm-fold fact-part"
      {...(field ? { id: fieldId(field) } : {})}
      {...(wrong > 0 ? { open: true } : {})}
    >
      <summary className="h-4">
        {title} {wrong > 0 ? <span className="err"> {t('wrong', { count: wrong })}</span> : null}
      </summary>
      <div className="stack gap-5">{children}</div>
    </details>
  );
}
