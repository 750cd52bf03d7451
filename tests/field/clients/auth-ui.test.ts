import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lastCode } from '../../conformance/support/client.ts';
import {
  type Body,
  goodPassword,
  newEmail,
  otherPassword,
  signIn,
  signUp,
} from '../../support/auth-client.ts';
import { manifestOf, packages } from '../../support/clients/versions.ts';
import { installInFolder } from '../../support/npm-folder.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { addRow } from '../rows.ts';
import { openWindow } from '../support/window.ts';

const server = await sharedServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' } });
const window: Body = openWindow(server.url);
const folder = installInFolder(manifestOf(packages.authUi));
const { createClient } = await folder.load('@supabase/supabase-js');
const { createElement } = await folder.load('react');
const { createRoot } = await folder.load('react-dom/client');
const { Auth } = await folder.load('@supabase/auth-ui-react');

let shown = 0;

/** A view of the package in a page, and what a visitor does with it. */
function show(view: string, properties: object = {}) {
  shown += 1;
  const auth = { storageKey: `view-${shown}`, persistSession: false, autoRefreshToken: false };
  const supabaseClient = createClient(server.url, server.config.publishableKey, { auth });
  const at = window.document.createElement('div');
  window.document.body.append(at);
  const fixed = { supabaseClient, view, providers: [], ...properties };
  createRoot(at).render(createElement(Auth, fixed));
  const { set } = Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value') ?? {};
  return {
    auth: supabaseClient.auth,
    email: async () => (await supabaseClient.auth.getSession()).data.session?.user.email,
    text: () => at.textContent,
    submit: async (values: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(values)) {
        await expect.poll(() => at.querySelector(`input[name=${name}]`)).not.toBeNull();
        const field = at.querySelector(`input[name=${name}]`);
        // React takes what its own setter sets for old news.
        set?.call(field, value);
        field.dispatchEvent(new window.Event('input', { bubbles: true }));
      }
      // What was typed last is taken in a turn of its own.
      await nextTurn();
      at.querySelector('button[type=submit]').click();
    },
  };
}

test('signs up, and says why not', async () => {
  const email = newEmail();
  const view = show('sign_up');
  await view.submit({ email, password: 'geheim' });
  await expect.poll(view.text).toMatch(/Password should/i);
  await view.submit({ email, password: goodPassword });
  await expect.poll(view.email).toBe(email);
});

test('signs in, and says why not', async () => {
  const email = newEmail();
  await signUp(server, email);
  const view = show('sign_in');
  await view.submit({ email, password: otherPassword });
  await expect.poll(view.text).toContain('Invalid login credentials');
  await view.submit({ email, password: goodPassword });
  await expect.poll(view.email).toBe(email);
});

test('has a mail sent, and takes its code', async () => {
  const email = newEmail();
  await signUp(server, email);
  const asked = show('magic_link');
  await asked.submit({ email });
  await expect.poll(asked.text).toContain('Check your email for the magic link');
  const view = show('verify_otp', { otpType: 'email' });
  await view.submit({ email, token: await lastCode(server, email) });
  await expect.poll(view.email).toBe(email);
});

test('resets a password', async () => {
  const email = newEmail();
  await signUp(server, email);
  const asked = show('forgotten_password');
  await asked.submit({ email });
  await expect.poll(asked.text).toContain('Check your email for the password reset link');
  const view = show('update_password');
  const token = await lastCode(server, email);
  await view.auth.verifyOtp({ email, token, type: 'recovery' });
  await view.submit({ password: otherPassword });
  await expect.poll(view.text).toContain('Forgot your password?');
  expect((await signIn(server, email, otherPassword)).status).toBe(200);
  const { name, version } = packages.authUi;
  addRow({ name, version, outcome: 'its six views, with React 18 in happy-dom' });
});
