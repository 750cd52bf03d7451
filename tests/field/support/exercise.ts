import { call, goodPassword, newEmail, otherPassword, signIn } from '../../support/auth-client.ts';
import { makePdf } from '../../support/pdf.ts';

/** A running site. */
interface Site {
  readonly url: string;
}

/** What visitors and members did, with what did not get the response that it should. */
export interface Exercise {
  readonly calls: number;
  readonly failed: readonly string[];
}

/** The sentence of a row: `24 of 24 requests`. */
export const asSentence = ({ calls, failed }: Exercise): string =>
  [`${calls - failed.length} of ${calls} requests`, ...failed].join('; ');

const ebook = '/storage/v1/object/public/ebook/free-guide.pdf';

/** The admin of a site that was begun: address and password. */
export const admin = ['coach@example.com', goodPassword] as const;

/** Makes the admin of a new site, by what its server printed, and gives it an e-book. */
export async function beginSite(site: Site, said: string): Promise<void> {
  const token = /admin-setup\?token=(\S+)/.exec(said)?.[1];
  const [email, password] = admin;
  const body = { email, password, token };
  const made = await call(site, 'POST', '/api/admin-setup', { body });
  const bearer = (await signIn(site, ...admin)).body?.access_token;
  const form = new FormData();
  const bytes = new Uint8Array(makePdf({ marker: 'exercise', sizeBytes: 600_000 }));
  form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'gids.pdf');
  const headers = { authorization: `Bearer ${bearer}` };
  const put = await fetch(`${site.url}/api/admin/ebook`, { method: 'POST', headers, body: form });
  if (made.status !== 201 || !put.ok) {
    throw new Error(`The site could not be begun: ${made.status}, ${put.status}`);
  }
}

/** 24 calls: pages, a sign-up, wrong and right sign-ins, six at once, a refresh, messages, notify-me, e-book, a deletion. */
export async function exercise(site: Site): Promise<Exercise> {
  let calls = 0;
  const failed: string[] = [];
  const asked = async (
    what: string,
    expected: number,
    ...[method, path, options]: [string, string, Parameters<typeof call>[3]?]
  ) => {
    calls += 1;
    const response = await call(site, method, path, options).catch((error: Error) => ({
      status: error.message,
      body: undefined,
    }));
    if (response.status !== expected) failed.push(`${what}: ${response.status}`);
    return response.body;
  };
  const html = { headers: { accept: 'text/html' } };
  for (const path of ['/', '/?lang=en', '/contact']) await asked(path, 200, 'GET', path, html);
  const email = newEmail();
  const signInWith = (what: string, expected: number, password: string) =>
    asked(what, expected, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email, password },
    });
  await asked('sign-up', 200, 'POST', '/auth/v1/signup', {
    body: { email, password: goodPassword },
  });
  for (const what of ['wrong sign-in', 'wrong again']) await signInWith(what, 400, otherPassword);
  const session = await signInWith('sign-in', 200, goodPassword);
  await Promise.all(
    Array.from({ length: 6 }, () => signInWith('one of six at once', 200, goodPassword)),
  );
  const refreshed = await asked('refresh', 200, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: session?.refresh_token },
  });
  const bearer = refreshed?.access_token;
  await asked('session', 200, 'GET', '/auth/v1/user', { bearer });
  // Beyond what the encodings of one byte have.
  for (const message of ['Dag', '€ 10, ’s avonds “graag” 💪', 'Łódź']) {
    const body = { name: 'Ann', email, subject: `${message} ${email}`, message };
    await asked('message', 201, 'POST', '/api/contact', { body });
  }
  const interest = { email, programId: 'mind-body-12' };
  await asked('notify me', 202, 'POST', '/api/notify', { body: interest });
  await asked('e-book', 200, 'GET', ebook);
  await asked('part of the e-book', 206, 'GET', ebook, {
    headers: { range: 'bytes=300000-300099' },
  });
  await asked('ready', 200, 'GET', '/readyz');
  await asked('deletion', 204, 'DELETE', '/api/account', {
    bearer,
    body: { password: goodPassword },
  });
  await signInWith('sign-in after the deletion', 400, goodPassword);
  return { calls, failed };
}
