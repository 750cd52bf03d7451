import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Guard } from '#ui/src/app/guard.tsx';
import type { Language } from '#ui/src/i18n/index.ts';
import { useVisitor } from '#ui/src/session/visitor.ts';
import {
  loggedIn,
  type RecordedRequest,
  respondToCalls,
  restoreNetwork,
  sessionOf,
} from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

function Secret() {
  return <p>Secret of {useVisitor().user.email}</p>;
}

/** Opens a protected page in a small router and returns the location of the visitor. */
async function open(level: 'user' | 'admin', language: Language = 'en') {
  history.replaceState({}, '', '/admin?x=1');
  const component = () => (
    <main>
      <Outlet />
    </main>
  );
  const root = createRootRoute({ component });
  const routes = [
    createRoute({
      getParentRoute: () => root,
      path: '/admin',
      component: () => (
        <Guard level={level}>
          <Secret />
        </Guard>
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/auth',
      component: () => <p>Sign-in page</p>,
    }),
    createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Home page</p> }),
  ];
  const memory = createMemoryHistory({ initialEntries: ['/admin?x=1'] });
  const router = createRouter({ routeTree: root.addChildren(routes), history: memory });
  await router.load();
  await show(<RouterProvider router={router as never} />, {
    language,
    texts: ['account', 'admin'],
  });
  return () => memory.location.href;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const signedIn = (secondsLeft = 3600) =>
  localStorage.setItem(
    'session',
    JSON.stringify({
      ...sessionOf('jan@example.com'),
      expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
    }),
  );

/** A server that knows jan@example.com, an admin or not. */
const server =
  (isAdmin: boolean) =>
  ({ path }: RecordedRequest) => {
    if (path.endsWith('/auth/v1/user')) return Response.json(sessionOf('jan@example.com').user);
    if (path.includes('/user_roles')) return Response.json(isAdmin ? [{ role: 'admin' }] : []);
    return undefined;
  };

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  restoreNetwork();
});

describe('a protected page', () => {
  test('without a stored session redirects to the sign-in page with a way back, and sends no request', async () => {
    const calls = respondToCalls(server(true));
    const where = await open('admin');
    await pass(10);
    expect(where()).toBe('/auth?redirect=%2Fadmin%3Fx%3D1');
    expect(calls).toEqual([]);
  });

  test('keeps its title, and the focus on it, when the rest comes, and takes no focus', async () => {
    signedIn();
    respondToCalls(server(true));
    await open('user');
    const title = screen.getByRole('heading', { level: 1 });
    title.focus();
    await pass(10);
    expect(screen.getByText(/Secret/)).toBeDefined();
    expect(document.activeElement).toBe(title);
    await open('user');
    await pass(10);
    expect(document.activeElement).toBe(document.body);
  });

  test('says "Loading..." until the server has responded, and shows the page to an admin', async () => {
    signedIn();
    let respond: () => void = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const calls = respondToCalls(async (request) => {
      await responded;
      return server(true)(request);
    });
    await open('admin');
    await pass(10);
    expect(screen.getByText('Loading...')).toBeDefined();
    expect(screen.queryByText(/Secret/)).toBeNull();
    respond();
    await pass(10);
    expect(screen.getByText('Secret of jan@example.com')).toBeDefined();
    expect(loggedIn(calls)).toEqual(['admin_access']);
    expect(calls.at(-1)?.body).toMatchObject({ details: { severity: 'high' } });
    const role = calls.find(({ path }) => path.includes('user_roles'))?.path;
    expect(role).toContain(
      'select=role&user_id=eq.11111111-1111-4111-8111-111111111111&role=eq.admin',
    );
  });

  test.each([
    [
      'en',
      'Access Denied',
      "You don't have permission to access this page. Admin privileges are required.",
    ],
    [
      'nl',
      'Toegang geweigerd',
      'Je hebt geen toegang tot deze pagina. Hiervoor zijn beheerdersrechten nodig.',
    ],
  ] as const)(
    'rejects visitors who are not admins with a message, then redirects to the home page (%s)',
    async (language, title, text) => {
      signedIn();
      const calls = respondToCalls(server(false));
      const where = await open('admin', language);
      await pass(10);
      expect(screen.getByRole('heading', { name: title })).toBeDefined();
      expect(screen.getByText(text)).toBeDefined();
      expect(where()).toBe('/admin?x=1');
      await pass(2600);
      expect(where()).toBe('/');
      expect(loggedIn(calls)).toEqual([]);
    },
  );

  test('treats the visitor as signed out after eight seconds without a response', async () => {
    signedIn();
    respondToCalls(() => new Promise(() => {}));
    const where = await open('user');
    await pass(7900);
    expect(screen.getByText('Loading...')).toBeDefined();
    await pass(200);
    expect(where()).toBe('/auth?redirect=%2Fadmin%3Fx%3D1');
  });

  test('retries while offline', async () => {
    signedIn();
    let tries = 0;
    respondToCalls((request) => {
      tries += 1;
      if (tries < 3) throw new TypeError('network');
      return server(false)(request);
    });
    await open('user');
    await pass(1000);
    expect(screen.getByText('Secret of jan@example.com')).toBeDefined();
  });

  test('refreshes an expired session before it requests the user', async () => {
    signedIn(-60);
    const calls = respondToCalls((request) =>
      request.path.includes('refresh_token')
        ? Response.json(sessionOf('jan@example.com'))
        : server(false)(request),
    );
    await open('user');
    await pass(50);
    expect(calls[0]?.path).toBe('/auth/v1/token?grant_type=refresh_token');
    expect(screen.getByText('Secret of jan@example.com')).toBeDefined();
  });

  test('is read anew when somebody else signs in in another tab', async () => {
    signedIn();
    respondToCalls(server(false));
    await open('user');
    await pass(10);
    expect(screen.getByText('Secret of jan@example.com')).toBeDefined();
    const { user, ...other } = sessionOf('ann@example.com');
    const session = { ...other, user: { ...user, id: 'another' } };
    respondToCalls(({ path }) =>
      path.endsWith('/auth/v1/user') ? Response.json(session.user) : undefined,
    );
    localStorage.setItem('session', JSON.stringify(session));
    await act(async () => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
    });
    await pass(10);
    expect(screen.queryByText('Secret of jan@example.com')).toBeNull();
    expect(screen.getByText('Secret of ann@example.com')).toBeDefined();
  });

  test('redirects when the session ends in another tab, and at nothing else that is stored there', async () => {
    signedIn();
    respondToCalls(server(false));
    const where = await open('user');
    await pass(10);
    const hear = async (key: string) => {
      await act(async () => {
        window.dispatchEvent(new StorageEvent('storage', { key }));
      });
      await pass(10);
    };
    await hear('cookie-consent');
    expect(screen.getByText(/Secret/)).toBeDefined();
    expect(where()).toBe('/admin?x=1');
    localStorage.removeItem('session');
    await hear('session');
    expect(where()).toBe('/auth?redirect=%2Fadmin%3Fx%3D1');
  });
});
