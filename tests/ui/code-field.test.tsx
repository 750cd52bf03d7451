import { fireEvent, screen } from '@testing-library/react';
import fc from 'fast-check';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { describeDevice } from '#ui/src/features/account/device.ts';
import { CodeField, spread, typedCode } from '#ui/src/features/mfa/index.ts';
import { show } from '../support/show.tsx';

let typed = '';
function Field({ error }: { readonly error?: string }) {
  const [code, setCode] = useState(' '.repeat(6));
  typed = code;
  return <CodeField id="code" code={code} error={error} onChange={setCode} />;
}

const cells = () => screen.getAllByRole<HTMLInputElement>('textbox');
const values = () => cells().map(({ value }) => value);
const focused = () => cells().indexOf(document.activeElement as HTMLInputElement);
const type = (place: number, value: string) =>
  fireEvent.change(cells()[place] as Element, { target: { value } });

describe('the code field', () => {
  test('names its six cells and lets the phone suggest the code in the first', async () => {
    await show(<Field />, { language: 'en', texts: ['mfa'] });
    expect(screen.getByRole('group', { name: '6-digit code' })).toBeDefined();
    expect(cells().map((cell) => cell.getAttribute('aria-label'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((place) => `Digit ${place} of 6`),
    );
    expect(cells()[0]?.autocomplete).toBe('one-time-code');
  });

  test('a digit moves to the next cell, Backspace to the previous one, letters are ignored', async () => {
    await show(<Field />, { language: 'en', texts: ['mfa'] });
    type(0, '1');
    expect(focused()).toBe(1);
    type(1, 'x');
    type(1, '2');
    expect([values().join(''), focused()]).toEqual(['12', 2]);
    fireEvent.keyDown(cells()[2] as Element, { key: 'Backspace' });
    expect([values().join(''), focused()]).toEqual(['1', 1]);
  });

  test('a pasted or suggested code fills all cells', async () => {
    await show(<Field />, { language: 'en', texts: ['mfa'] });
    const clipboardData = { getData: () => ' 123 456\n' };
    // The browser must not write its first letter into the cell as well.
    expect(fireEvent.paste(cells()[0] as Element, { clipboardData })).toBe(false);
    expect([typedCode(typed), focused()]).toEqual(['123456', 5]);
    type(0, '654321');
    expect(typedCode(typed)).toBe('654321');
  });

  test('an error is shown at the cells', async () => {
    await show(<Field error="This code is not correct." />, { language: 'en', texts: ['mfa'] });
    const group = screen.getByRole('group');
    const id = group.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe('This code is not correct.');
    expect(cells().every((cell) => cell.getAttribute('aria-invalid') === 'true')).toBe(true);
    expect(focused()).toBe(0);
  });

  test('after any input in any cell there are six cells of at most one digit', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.string()), { maxLength: 8 }), (steps) => {
        const code = steps.reduce((held, [at, text]) => spread(held, at, text), ' '.repeat(6));
        expect(code).toMatch(/^[0-9 ]{6}$/);
        expect(typedCode(code)).toMatch(/^[0-9]{0,6}$/);
      }),
    );
  });
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'computer', 'Firefox'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'phone',
    'Safari',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'computer',
    'Edge',
  ],
  ['node', 'computer', undefined],
])('%s is a %s with %s', (userAgent, kind, browser) => {
  expect(describeDevice(userAgent)).toEqual({ kind, browser });
});
