import type { SignInOptions } from '@coachsite/adapters/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MailSent, SignInWays } from '#ui/src/features/auth/index.ts';
import { errorResponse, respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { keepOffline } from '../support/page.ts';
import { show } from '../support/show.tsx';

const nothing = () => {};
const form = {
  target: undefined,
  email: '',
  onSignedIn: nothing,
  onForgot: nothing,
  onMailed: nothing,
  onSignUp: nothing,
};

const times = {
  linkMinutes: 60,
  codeMinutes: 10,
  mailIntervalSeconds: 60,
  smsIntervalSeconds: 60,
};

const open = (signIn: Omit<SignInOptions, keyof typeof times>) =>
  show(createElement(SignInWays, form), {
    language: 'en',
    texts: ['auth'],
    config: { signIn: { ...signIn, ...times } },
  });

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);
const all = { email: true, signUp: true, providers: ['google'], sso: true };

afterEach(() => {
  vi.useRealTimers();
  restoreNetwork();
});

describe('the ways to sign in', () => {
  test('are all shown when all are on', async () => {
    await open(all);
    expect(screen.getByLabelText('Password', { exact: true })).toBeDefined();
    for (const name of [
      /Link or code by email/,
      /Continue with/,
      /Through your employer/,
      /^Sign up/,
    ]) {
      expect(buttons().filter((text) => name.test(text ?? ''))).toHaveLength(1);
    }
  });

  test('by e-mail are hidden when e-mail is off; the others stay', async () => {
    await open({ ...all, email: false, signUp: false });
    expect(screen.queryByLabelText('Email', { exact: true })).toBeNull();
    expect(screen.queryByLabelText('Password', { exact: true })).toBeNull();
    // The row of passkeys goes where the device can keep none.
    await waitFor(() => expect(buttons()).toHaveLength(2));
    expect(screen.getByRole('heading', { name: 'Choose how to sign in' })).toBeDefined();
  });

  test('offer no new account when sign-up is off', async () => {
    await open({ ...all, signUp: false });
    expect(screen.getByLabelText('Password', { exact: true })).toBeDefined();
    expect(buttons().filter((text) => /^Sign up/.test(text ?? ''))).toEqual([]);
  });

  test('offer another mail after the interval of the server', async () => {
    const config = { signIn: { ...all, ...times, mailIntervalSeconds: 120 } };
    const sent = { kind: 'signup', email: 'ann@example.com', onOther: nothing } as const;
    await show(createElement(MailSent, sent), { language: 'en', texts: ['auth'], config });
    expect(screen.getByRole('button', { name: 'You can send again in 120 s' })).toBeDefined();
  });

  test('offer it by the clock, as a phone stops the page while its mail is read', async () => {
    vi.useFakeTimers();
    const sent = { kind: 'signup', email: 'ann@example.com', onOther: nothing } as const;
    const config = { signIn: { ...all, ...times } };
    await show(createElement(MailSent, sent), { language: 'en', texts: ['auth'], config });
    vi.setSystemTime(Date.now() + 50_000);
    act(() => vi.advanceTimersByTime(1000));
    expect(screen.getByRole('button', { name: 'You can send again in 9 s' })).toBeDefined();
  });

  test('let nobody wait for a mail that did not leave', async () => {
    vi.useFakeTimers();
    const responses = [undefined, errorResponse(429, 'over_email_send_rate_limit')];
    respondToCalls(() => responses.shift());
    const sent = { kind: 'signup', email: 'ann@example.com', onOther: nothing } as const;
    const config = { signIn: { ...all, ...times } };
    await show(createElement(MailSent, sent), { language: 'en', texts: ['auth'], config });
    act(() => vi.advanceTimersByTime(60_000));
    const again = () => screen.getByRole('button', { name: /again/ });
    for (const [name, isIdle] of [
      ['Send again', 'false'],
      ['You can send again in 60 s', 'true'],
    ] as const) {
      fireEvent.click(again());
      await act(() => vi.advanceTimersByTimeAsync(10));
      expect(again().textContent).toBe(name);
      expect(again().getAttribute('aria-disabled')).toBe(isIdle);
    }
  });

  test('say how long a link and a code are valid, as set on the server', async () => {
    const config = { signIn: { ...all, ...times, linkMinutes: 45, codeMinutes: 5 } };
    await show(createElement(SignInWays, form), { language: 'en', texts: ['auth'], config });
    fireEvent.click(screen.getByRole('button', { name: /Link or code by email/ }));
    expect(screen.getByText(/works for 45 minutes, the code for 5/)).toBeDefined();
  });

  test('say that there is none when all are off', async () => {
    await open({ email: false, signUp: false, providers: [], sso: false });
    expect(buttons()).toEqual([]);
    expect(screen.getByText('Signing in is switched off for now.')).toBeDefined();
  });
});

describe('the captcha', () => {
  const settings = { provider: 'turnstile', siteKey: 'key-of-the-site' } as const;
  const scripts = () =>
    [...document.querySelectorAll<HTMLScriptElement>('script[src]')].filter(({ src }) =>
      src.startsWith('https://challenges.cloudflare.com/'),
    );
  const showForm = () =>
    show(createElement(SignInWays, form), {
      language: 'en',
      texts: ['auth'],
      config: { captcha: settings },
    });

  /** Puts the widget of the service into the page, which records what it is asked. */
  function installWidget() {
    const asked: unknown[] = [];
    let solve: (token: string) => void = nothing;
    let expire = nothing;
    Object.assign(window, {
      turnstile: {
        render: (place: HTMLElement, options: Record<string, unknown>) => {
          asked.push(['render', place.isConnected, options['sitekey'], options['language']]);
          solve = options['callback'] as typeof solve;
          expire = options['expired-callback'] as typeof expire;
          return 'widget-1';
        },
        reset: (id: string) => asked.push(['reset', id]),
        remove: (id: string) => asked.push(['remove', id]),
      },
    });
    return { asked, solve: (token: string) => solve(token), expire: () => expire() };
  }

  let tries = 0;
  /** Tries to sign in as somebody else, and returns the captcha token that was sent. */
  async function tokenSent(calls: ReturnType<typeof respondToCalls>) {
    calls.length = 0;
    tries += 1;
    fireEvent.input(screen.getByLabelText('Email', { exact: true }), {
      target: { value: `ann${tries}@example.com` },
    });
    fireEvent.input(screen.getByLabelText('Password', { exact: true }), {
      target: { value: 'Wrong-1234' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    const signIn = () => calls.find(({ path }) => path.includes('grant_type=password'));
    await waitFor(() => expect(signIn()).toBeDefined());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined());
    const body = signIn()?.body as { gotrue_meta_security?: { captcha_token: string } };
    return body.gotrue_meta_security?.captcha_token;
  }

  test('is not loaded where none is configured', async () => {
    await open(all);
    expect(scripts()).toEqual([]);
  });

  test('that did not load is loaded again the next time', async () => {
    for (const times of [1, 2]) {
      await showForm();
      expect(scripts()).toHaveLength(times);
      scripts().at(-1)?.dispatchEvent(new Event('error'));
      await act(async () => {});
    }
  });

  test('gives each request a token of its own, none that has expired, and starts anew after each', async () => {
    const calls = respondToCalls(({ path }) =>
      path.includes('/token') ? errorResponse(400, 'invalid_credentials') : undefined,
    );
    keepOffline();
    const widget = installWidget();
    await showForm();
    const rendered = ['render', true, 'key-of-the-site', 'en'];
    await waitFor(() => expect(widget.asked).toEqual([rendered]));
    widget.solve('first');
    expect(await tokenSent(calls)).toBe('first');
    expect(widget.asked.slice(1)).toEqual([['reset', 'widget-1']]);
    expect(await tokenSent(calls)).toBeUndefined();
    widget.solve('second');
    widget.expire();
    expect(await tokenSent(calls)).toBeUndefined();
    widget.solve('third');
    expect(await tokenSent(calls)).toBe('third');
    widget.solve('left behind');
    const loaded = scripts().length;
    await showForm();
    expect(await tokenSent(calls)).toBeUndefined();
    widget.solve('fourth');
    expect(await tokenSent(calls)).toBe('fourth');
    expect(scripts()).toHaveLength(loaded);
    expect(widget.asked.slice(2)).toEqual([
      ['reset', 'widget-1'],
      ['remove', 'widget-1'],
      rendered,
      ['reset', 'widget-1'],
    ]);
  });
});
