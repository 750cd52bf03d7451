import { afterEach, expect, test } from 'vitest';
import { reportError } from '#ui/src/document/report-error.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';

afterEach(restoreNetwork);

test('what the browser gives up as the visitor goes on is no error of the page', () => {
  const calls = respondToCalls(() => new Response(null, { status: 204 }));
  reportError(new DOMException('Transition was skipped', 'AbortError'));
  expect(calls).toEqual([]);
  reportError(new Error('a defect'));
  expect(calls).toHaveLength(1);
});
