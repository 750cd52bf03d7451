import { listen } from '../browser/page-events.ts';
import { read } from '../browser/storage.ts';
import { part } from './attributes.ts';
import { fetchScript, onClick, root } from './page.ts';

/**
 * Shows Account and Sign out to a signed-in visitor; access itself depends on the cookies.
 * Source: docs/contract.md#4, docs/contract.md#7.
 */
function update() {
  root.classList.toggle('signed-in', read('session') !== null);
}

/** Loads the session script, a build shared with the app so that both use one session keeper. */
function loadSession(): Promise<typeof import('./session-script.ts')> {
  return fetchScript(root.dataset.session);
}

/** Keeps the header in sync with `localStorage.session`, and handles the sign-out button. */
export function startSignedIn() {
  update();
  addEventListener('storage', update);
  listen('session', update);
  onClick(part('sign-out'), (button) => {
    button.setAttribute('aria-busy', 'true');
    void loadSession().then(({ signOutHere }) => signOutHere());
  });
  // A page opened with a stored session runs its keeper, with or without the app.
  if (read('session') !== null) void loadSession();
}
