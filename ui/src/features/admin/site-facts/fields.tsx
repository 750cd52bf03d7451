import type { Localised } from '@coachsite/core/facts';
import { languages } from '@coachsite/core/language';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Input, Textarea } from '../../../design/index.ts';
import { type Bound, bind } from './bind.ts';
import { fieldId } from './field-id.ts';

interface TextProps extends Bound<string> {
  readonly label: ReactNode;
  readonly hint?: string;
  readonly disabled?: boolean;
  readonly lang?: string;
  /** How many lines of a longer text are seen at once. */
  readonly rows?: number;
}

/** One line of text. */
export function TextFact({
  field,
  errors,
  onChange,
  rows: _rows,
  ...rest
}: TextProps & {
  readonly type?: 'text' | 'date' | 'email' | 'tel' | 'url';
  readonly inputMode?: 'numeric' | 'decimal';
}) {
  return (
    <Input
      {...rest}
      id={fieldId(field)}
      error={errors[field]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Several lines of text. */
export function LongFact({ field, errors, onChange, rows = 4, ...rest }: TextProps) {
  return (
    <Textarea
      {...rest}
      id={fieldId(field)}
      rows={rows}
      error={errors[field]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A text in both languages of the site, side by side. */
export function LocalisedFact({
  label,
  long,
  hint,
  rows,
  ...text
}: Bound<Localised> & {
  readonly label: string;
  readonly long?: boolean;
  readonly hint?: string;
  readonly rows?: number;
}) {
  const { t } = useTranslation('site-facts');
  const Part = long ? LongFact : TextFact;
  return (
    <div className="fact-pair" id={fieldId(text.field)}>
      {languages.map((language) => (
        <Part
          key={language}
          {...bind(text, language)}
          label={`${label} (${t(`language.${language}`)})`}
          lang={language}
          {...(hint ? { hint } : {})}
          {...(rows ? { rows } : {})}
        />
      ))}
    </div>
  );
}
