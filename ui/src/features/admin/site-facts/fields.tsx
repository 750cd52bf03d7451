import { type Language, languages } from '@coachsite/core/language';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Input, Textarea } from '../../../design/index.ts';
import { fieldId } from './field-id.ts';
import type { FieldErrors } from './use-site-facts.ts';

/** One line of text. `field` is its place in the facts, by which its error is found. */
export function TextFact({
  field,
  label,
  value,
  errors,
  onChange,
  ...rest
}: {
  readonly field: string;
  readonly label: ReactNode;
  readonly value: string;
  readonly errors: FieldErrors;
  onChange(value: string): void;
  readonly hint?: string;
  readonly type?: 'text' | 'date' | 'email' | 'tel' | 'url';
  readonly inputMode?: 'numeric' | 'decimal';
  readonly disabled?: boolean;
  readonly lang?: string;
}) {
  return (
    <Input
      {...rest}
      id={fieldId(field)}
      label={label}
      value={value}
      error={errors[field]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Several lines of text. */
export function LongFact({
  field,
  label,
  value,
  errors,
  onChange,
  ...rest
}: Omit<Parameters<typeof TextFact>[0], 'type' | 'inputMode'>) {
  return (
    <Textarea
      {...rest}
      id={fieldId(field)}
      label={label}
      rows={4}
      value={value}
      error={errors[field]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A text in both languages of the site, side by side. */
export function LocalisedFact({
  field,
  label,
  value,
  errors,
  onChange,
  long,
  hint,
}: {
  readonly field: string;
  readonly label: string;
  readonly value: Readonly<Record<Language, string>>;
  readonly errors: FieldErrors;
  onChange(value: Readonly<Record<Language, string>>): void;
  readonly long?: boolean;
  readonly hint?: string;
}) {
  const { t } = useTranslation('site-facts');
  const Part = long ? LongFact : TextFact;
  return (
    <div className="fact-pair">
      {languages.map((language) => (
        <Part
          key={language}
          field={`${field}.${language}`}
          label={`${label} (${t(`language.${language}`)})`}
          lang={language}
          value={value[language]}
          errors={errors}
          onChange={(text) => onChange({ ...value, [language]: text })}
          {...(hint ? { hint } : {})}
        />
      ))}
    </div>
  );
}

/** A tick box with its label. */
export function TickFact({
  label,
  checked,
  onChange,
}: {
  readonly label: ReactNode;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}) {
  return (
    <label className="row gap-3 small fact-tick">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A choice out of a few. */
export function ChoiceFact({
  field,
  label,
  value,
  choices,
  onChange,
}: {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  onChange(value: string): void;
}) {
  return (
    <div className="field">
      <label htmlFor={fieldId(field)}>{label}</label>
      <select
        id={fieldId(field)}
        className="input"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A folded part of the form, open while one of its fields is wrong. */
export function FactsPart({
  title,
  names,
  errors,
  children,
}: {
  readonly title: string;
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
    <details className="adm-fold fact-part" {...(wrong > 0 ? { open: true } : {})}>
      <summary className="h-4">
        {title}
        {wrong > 0 ? <span className="err"> {t('wrong', { count: wrong })}</span> : null}
      </summary>
      <div className="stack gap-5">{children}</div>
    </details>
  );
}
