import { type ComponentProps, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput, FieldError, moveFocus } from '../../design/index.ts';

const places = [0, 1, 2, 3, 4, 5] as const;

/** Puts `typed` into the cells from `index` on; digits only. */
export function spread(code: string, index: number, typed: string): string {
  const cells = places.map((place) => code[place]?.trim() ?? '');
  const digits = [...typed.replace(/\D/g, '')].slice(0, places.length - index);
  if (digits.length === 0) cells[index] = '';
  digits.forEach((digit, offset) => {
    cells[index + offset] = digit;
  });
  return cells.map((cell) => cell || ' ').join('');
}

/** The code without empty cells. */
export const typedCode = (code: string): string => code.replace(/\s/g, '');

/**
 * Six cells for a code: typing moves on, Backspace steps back, pasting and autofill fill all. `code` has a space for
 * each empty cell.
 * Source: docs/design.md#6.8.
 */
export function CodeField({
  id,
  code,
  error,
  isFocused = false,
  describedBy,
  onChange,
}: {
  readonly id: string;
  readonly code: string;
  readonly error?: string | undefined;
  /** Moves the focus to the first cell when the field appears. */
  readonly isFocused?: boolean;
  /** Ids of elements that say what the code is for, where nothing else leads to the field. */
  readonly describedBy?: string;
  onChange(code: string): void;
}) {
  const { t } = useTranslation('mfa');
  const cells = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number) => cells.current[Math.min(5, Math.max(0, index))]?.focus();
  useEffect(() => {
    if (isFocused) moveFocus(cells.current[0]);
  }, [isFocused]);
  // A wrong code is cleared: typing starts again at the first cell. Source: docs/design.md#7.
  useEffect(() => {
    if (error) moveFocus(cells.current[0]);
  }, [error]);
  const put = (index: number, typed: string) => {
    const next = spread(code, index, typed);
    onChange(next);
    const count = typed.replace(/\D/g, '').length;
    if (count > 0) focus(index + count);
  };
  const cellProps = (index: number): ComponentProps<'input'> => ({
    ref: (cell) => {
      cells.current[index] = cell;
    },
    value: code[index]?.trim() ?? '',
    // Autofill on phones, a clipboard key and fast typing put more than one digit into a cell, also with a space or dash.
    onChange: ({ target }) => {
      const before = code[index]?.trim() ?? '';
      const typed = target.value;
      put(index, typed.length === 2 && before ? typed.replace(before, '') || before : typed);
    },
    onFocus: ({ target }) => target.select(),
    onKeyDown: (event) => {
      if (event.key === 'Backspace' && !code[index]?.trim()) {
        event.preventDefault();
        onChange(spread(code, Math.max(0, index - 1), ''));
        focus(index - 1);
      } else if (event.key === 'ArrowLeft') focus(index - 1);
      else if (event.key === 'ArrowRight') focus(index + 1);
    },
    onPaste: (event) => {
      event.preventDefault();
      put(index, event.clipboardData.getData('text'));
    },
  });
  return (
    <div className="stack gap-2">
      <CodeInput
        legend={t('code.label')}
        name={id}
        cell={(place) => t('code.cell', { place })}
        describedBy={[describedBy, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
        invalid={Boolean(error)}
        cellProps={cellProps}
      />
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}
