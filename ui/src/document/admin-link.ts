/**
 * The link to the admin area in the header of every page, for admins, with the number of new messages. Loaded with the
 * session of a signed-in visitor only.
 */
import type { Waiting } from '@coachsite/adapters/contract';
import { listen } from '../browser/page-events.ts';
import { auth, calls, keeper } from '../session/compose.ts';
import { part } from './attributes.ts';

const { classList, dataset } = document.documentElement;
let waiting = 0;
/** How often was read, or made void by a sign-out: only the newest response counts. */
let reads = 0;

/** A switch of the language draws the link with new texts. */
const texts = new MutationObserver(write);

function write() {
  const link = document.querySelector<HTMLElement>(part('waiting'));
  const number = link?.querySelector('b');
  const name = link?.querySelector('span')?.textContent;
  if (!link || !number || !name) return;
  texts.observe(link, { attributeFilter: ['data-waiting'] });
  number.textContent = waiting > 0 ? `${waiting}` : '';
  // Where the header has no room for the words, the link is an icon: its name cannot come from what is seen.
  const named = waiting > 0 ? link.dataset.waiting?.replace('#', `${waiting}`) : undefined;
  link.setAttribute('aria-label', named ?? name);
}

/** The styles in a page are those of visitors; the rest is in the whole style sheet. */
function loadStyles() {
  const href = dataset.styles;
  if (href && !document.querySelector(`link[href="${href}"]`))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
    );
}

/** Reads whether the visitor is an admin, and what waits; without a response the header stays as it is. */
async function read(): Promise<void> {
  reads += 1;
  const round = reads;
  const id = keeper.current()?.user.id;
  const isAdmin = id !== undefined && (await auth.isAdmin(id)).unwrapOr(false);
  if (round !== reads) return;
  classList.toggle('is-admin', isAdmin);
  if (!isAdmin) return;
  loadStyles();
  const counted = await calls.get<Waiting>('/api/admin/waiting');
  waiting = counted.isOk() ? counted.value.messages : 0;
  write();
}

let isStarted = false;

/** Shows the link now, and keeps it up to date; a second call has no effect. */
export function startAdminLink(): void {
  if (isStarted) return;
  isStarted = true;
  let isInside = location.pathname === '/admin';
  // The app draws the header anew for another page; the admin area changes what waits.
  listen('navigated', () => {
    const wasInside = isInside;
    isInside = location.pathname === '/admin';
    if (wasInside) void read();
    else write();
  });
  keeper.subscribe((event, session) => {
    if (!session) {
      reads += 1;
      classList.remove('is-admin');
    } else if (event === 'mfa_verified' || event === 'signed_in') void read();
  });
  void read();
}
