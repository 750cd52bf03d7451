import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignInForm, SignUpForm } from '#ui/src/features/auth/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import type { Language } from '#ui/src/i18n/index.ts';
import {
  errorResponse,
  loggedIn,
  type RecordedRequest,
  respondToCalls,
  restoreNetwork,
  sessionOf,
} from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

const nothing = () => {};
let entered = 0;
const mailed: string[] = [];
let confirming: string[] = [];

const openSignIn = (language: Language = 'en') =>
  show(
    <>
      <SignInForm
        email=""
        onSignedIn={() => {
          entered += 1;
        }}
        onMailed={(email) => mailed.push(email)}
        onForgot={nothing}
        onSignUp={nothing}
      />
      <Toasts />
    </>,
    { language, texts: ['auth'] },
  );

const openSignUp = (language: Language = 'en') =>
  show(
    <>
      <SignUpForm
        typed={undefined}
        onSignedUp={(email, isSignedIn) => {
          if (isSignedIn) entered += 1;
          else confirming.push(email);
        }}
        onSignIn={nothing}
      />
      <Toasts />
    </>,
    { language, texts: ['auth'] },
  );

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true });
const fill = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const press = (name: string) =>
  fireEvent.click(screen.getAllByRole('button', { name })[0] as Element);
const toasts = () => [...document.querySelectorAll('.toast')].map((toast) => toast.textContent);
const signIns = (calls: readonly RecordedRequest[]) =>
  calls.filter(({ path }) => path.includes('grant_type=password'));

/** Presses Sign in and waits until the button is back. */
async function trySignIn(email: string, password = 'Wrong-1234') {
  fill('Email', email);
  fill('Password', password);
  press('Sign in');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined());
}

/** A new address per test: the failed attempts of a page are kept as long as the page. */
let count = 0;
const someone = () => {
  count += 1;
  return `someone-${count}@example.com`;
};

beforeEach(() => {
  entered = 0;
  confirming = [];
  localStorage.clear();
});
afterEach(restoreNetwork);

describe('signing in', () => {
  test('checks the rate limit, then signs in with the address in lower case', async () => {
    const email = someone();
    const calls = respondToCalls(({ path }) =>
      path.includes('/token') ? Response.json(sessionOf(email)) : undefined,
    );
    await openSignIn();
    await trySignIn(email.toUpperCase(), 'Right-1234');
    await waitFor(() => expect(entered).toBe(1));
    expect(calls.map(({ path }) => path)).toEqual([
      '/rest/v1/rpc/check_rate_limit',
      '/auth/v1/token?grant_type=password',
      '/rest/v1/rpc/log_security_event',
    ]);
    expect(calls[0]?.body).toMatchObject({
      action_type: 'signin_attempt',
      max_attempts: 5,
      time_window_minutes: 15,
    });
    expect(calls[1]?.body).toEqual({ email, password: 'Right-1234' });
    expect(loggedIn(calls)).toEqual(['auth_success']);
    expect(JSON.parse(localStorage.getItem('session') ?? '{}')).toMatchObject({ user: { email } });
  });

  test.each([
    ['en', 'Invalid email: Invalid email structure', 'Invalid email structure'],
    [
      'nl',
      'Ongeldig e-mailadres: Er staat een punt te veel of op de verkeerde plaats.',
      'Er staat een punt te veel of op de verkeerde plaats.',
    ],
  ] as const)('checks the address before anything is sent (%s)', async (language, full, bare) => {
    const calls = respondToCalls(() => undefined);
    await openSignIn(language);
    const email = field(language === 'en' ? 'Email' : 'E-mail');
    fireEvent.input(email, { target: { value: 'jan..peeters@example.com' } });
    press(language === 'en' ? 'Sign in' : 'Inloggen');
    await waitFor(() => expect(toasts().at(-1)).toBe(full));
    const described = email.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(bare);
    await waitFor(() => expect(document.activeElement).toBe(email));
    // Beside this field only.
    expect(screen.getAllByText(bare)).toHaveLength(1);
    expect(calls).toEqual([]);
  });

  test('is rejected by the rate limit without a request', async () => {
    const calls = respondToCalls(({ path }) =>
      path.endsWith('/check_rate_limit') ? Response.json(false) : undefined,
    );
    await openSignIn();
    await trySignIn(someone());
    await waitFor(() =>
      expect(toasts().at(-1)).toBe('Too many sign-in attempts. Please wait before trying again.'),
    );
    expect(signIns(calls)).toEqual([]);
    expect(loggedIn(calls)).toEqual([]);
  });

  test('continues when the rate limit cannot be checked', async () => {
    const email = someone();
    respondToCalls(({ path }) => {
      if (path.endsWith('/check_rate_limit')) return new Response('', { status: 500 });
      return path.includes('/token') ? Response.json(sessionOf(email)) : undefined;
    });
    await openSignIn();
    await trySignIn(email);
    await waitFor(() => expect(entered).toBe(1));
  });

  test('locks after five failures, logs each one, and sends no further request', async () => {
    const email = someone();
    const calls = respondToCalls(({ path }) =>
      path.includes('/token') ? errorResponse(400, 'invalid_credentials') : undefined,
    );
    await openSignIn();
    for (let failure = 0; failure < 5; failure += 1) await trySignIn(email);
    await waitFor(() => expect(loggedIn(calls)).toHaveLength(5));
    const before = calls.length;
    await trySignIn(` ${email.toUpperCase()} `, 'Right-1234');
    // The error that holds no longer is not shown beside it.
    await waitFor(() =>
      expect(toasts()).toEqual([
        'Account temporarily locked due to multiple failed attempts. Please try again later.',
      ]),
    );
    expect(screen.getByText('Locked after five attempts')).toBeDefined();
    expect(screen.getByText(/You can try again in 15 minutes/)).toBeDefined();
    expect(calls.length).toBe(before);
    expect(loggedIn(calls)).toEqual(Array(5).fill('auth_failure'));
  });

  test('a success clears the failures before it', async () => {
    const email = someone();
    let isRight = false;
    respondToCalls(({ path }) => {
      if (!path.includes('/token')) return undefined;
      return isRight ? Response.json(sessionOf(email)) : errorResponse(400, 'invalid_credentials');
    });
    await openSignIn();
    for (const right of [false, false, false, false, true, false, false, false, false, true]) {
      isRight = right;
      await trySignIn(email);
    }
    await waitFor(() => expect(entered).toBe(2));
  });

  test.each([
    [
      'nl',
      { reason: 'account_locked' },
      'Account tijdelijk vergrendeld na meerdere mislukte pogingen. Probeer het later opnieuw.',
    ],
    ['nl', {}, 'Te veel inlogpogingen. Wacht even voor je het opnieuw probeert.'],
  ] as const)(
    'distinguishes the lockout of the server from its rate limit (%s, %j)',
    async (language, extra, text) => {
      const email = someone();
      respondToCalls(({ path }) =>
        path.includes('/token') ? errorResponse(429, 'over_request_rate_limit', extra) : undefined,
      );
      await openSignIn(language);
      fireEvent.input(field('E-mail'), { target: { value: email } });
      fireEvent.input(field('Wachtwoord'), { target: { value: 'Wrong-1234' } });
      press('Inloggen');
      await waitFor(() => expect(toasts().at(-1)).toBe(text));
    },
  );

  test('offers to resend the confirmation mail beside the error, then shows the field for its code', async () => {
    const email = someone();
    let errorCode = 'invalid_credentials';
    const calls = respondToCalls(({ path }) => {
      if (path.includes('/resend')) return Response.json({});
      return path.includes('/token') ? errorResponse(400, errorCode) : undefined;
    });
    await openSignIn();
    await trySignIn(email.toUpperCase());
    // Other errors offer no mail.
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    errorCode = 'email_not_confirmed';
    await trySignIn(email.toUpperCase());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined());
    press('Send again');
    await waitFor(() => expect(toasts().at(-1)).toBe('The email has been sent again.'));
    expect(calls.at(-1)?.path).toMatch(/^\/auth\/v1\/resend\?redirect_to=/);
    expect(calls.at(-1)?.body).toEqual({ type: 'signup', email });
    expect(mailed).toEqual([email]);
  });

  test('sends one request however often it is pressed', async () => {
    const email = someone();
    let release: (response: Response) => void = nothing;
    const calls = respondToCalls(({ path }) =>
      path.includes('/token')
        ? new Promise<Response>((resolve) => {
            release = resolve;
          })
        : undefined,
    );
    await openSignIn();
    fill('Email', email);
    fill('Password', 'Right-1234');
    const form = field('Email').form as HTMLFormElement;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(signIns(calls)).toHaveLength(1));
    expect(form.querySelector<HTMLButtonElement>('[aria-busy]')?.disabled).toBe(true);
    fireEvent.submit(form);
    release(Response.json(sessionOf(email)));
    await waitFor(() => expect(entered).toBe(1));
    expect(signIns(calls)).toHaveLength(1);
  });
});

describe('signing up', () => {
  test.each([
    [
      'en',
      'Weak password: Password must be at least 8 characters long, Add uppercase letters, Add special characters',
    ],
    [
      'nl',
      'Zwak wachtwoord: gebruik minstens 8 tekens, voeg hoofdletters toe, voeg speciale tekens toe',
    ],
  ] as const)('lists what the password lacks (%s)', async (language, text) => {
    const calls = respondToCalls(() => undefined);
    await openSignUp(language);
    const [email, password] =
      language === 'en' ? (['Email', 'Password'] as const) : (['E-mail', 'Wachtwoord'] as const);
    fill(email, someone());
    fill(password, 'abc123');
    press(language === 'en' ? 'Sign up' : 'Registreren');
    await waitFor(() => expect(toasts().at(-1)).toBe(text));
    await waitFor(() => expect(document.activeElement).toBe(field(password)));
    expect(calls).toEqual([]);
  });

  test('lights as many bars as the password has points', async () => {
    await openSignUp();
    const lit = () => document.querySelectorAll('.strength .on').length;
    expect(lit()).toBe(0);
    expect(document.querySelectorAll('.rules .done')).toHaveLength(0);
    fill('Password', 'Password1!');
    expect(lit()).toBe(3);
    fill('Password', 'Zomerfiets-26');
    expect(lit()).toBe(5);
    expect(screen.getByText('Strong password')).toBeDefined();
    fill('Password', 'aB1!');
    expect(screen.queryByText('Strong password')).toBeNull();
  });

  test('sends the language and the URL to return to, and signs in if no mail is needed', async () => {
    const email = someone();
    const calls = respondToCalls(({ path }) =>
      path.includes('/signup') ? Response.json(sessionOf(email)) : undefined,
    );
    await openSignUp('nl');
    fill('E-mail', email);
    fill('Wachtwoord', 'Zomerfiets-26');
    press('Registreren');
    await waitFor(() => expect(entered).toBe(1));
    expect(calls[0]?.path).toBe(
      `/auth/v1/signup?redirect_to=${encodeURIComponent(location.origin)}`,
    );
    expect(calls[0]?.body).toMatchObject({ email, data: { language: 'nl' } });
    expect(loggedIn(calls)).toEqual(['signup_success']);
  });

  test('waits for the mail if the address has to be confirmed', async () => {
    const email = someone();
    respondToCalls(({ path }) =>
      path.includes('/signup') ? Response.json({ id: 'user-1', email }) : undefined,
    );
    await openSignUp();
    fill('Email', email);
    fill('Password', 'Zomerfiets-26');
    press('Sign up');
    await waitFor(() => expect(confirming).toEqual([email]));
    expect(localStorage.getItem('session')).toBeNull();
  });

  test('an error is logged and stays beside the field', async () => {
    const calls = respondToCalls(({ path }) =>
      path.includes('/signup') ? errorResponse(422, 'user_already_exists') : undefined,
    );
    await openSignUp();
    fill('Email', someone());
    fill('Password', 'Zomerfiets-26');
    press('Sign up');
    await waitFor(() => expect(loggedIn(calls)).toEqual(['signup_failure']));
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  });
});

test('a password may be pasted and filled in by a manager', async () => {
  await openSignIn();
  const field = () => document.querySelector<HTMLInputElement>('input[type=password]');
  const isPasted = () =>
    field()?.dispatchEvent(new Event('paste', { bubbles: true, cancelable: true }));
  expect([field()?.autocomplete, isPasted()]).toEqual(['current-password', true]);
  document.body.replaceChildren();
  await openSignUp();
  expect([field()?.autocomplete, isPasted()]).toEqual(['new-password', true]);
});
