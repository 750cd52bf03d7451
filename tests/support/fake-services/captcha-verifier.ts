import { type Listening, listen, readText } from './listen.ts';

/** A captcha verifier like Turnstile and hCaptcha: takes a form with `secret` and `response`, returns JSON with `success`. */
export interface CaptchaVerifier extends Listening {
  /** The value of CAPTCHA for a server that uses this verifier. */
  readonly setting: string;
  /** The forms that were posted so far. */
  readonly received: readonly Readonly<Record<string, string>>[];
  /** How it responds from now on; `silence` never responds. */
  readonly behave: (how: 'honest' | 'failing' | 'rubbish' | 'silence') => void;
}

/** A token that is accepted once. */
export const humanToken = (name = ''): string => `a-human-did-this-${name}`;

export async function startCaptchaVerifier(): Promise<CaptchaVerifier> {
  const secret = 'a-secret-of-the-verifier';
  const received: Readonly<Record<string, string>>[] = [];
  const used = new Set<string>();
  let how: Parameters<CaptchaVerifier['behave']>[0] = 'honest';
  const server = await listen(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await readText(request)));
    received.push(form);
    if (how === 'silence') return;
    if (how === 'failing') {
      response.writeHead(500).end();
      return;
    }
    if (how === 'rubbish') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>success</p>');
      return;
    }
    const token = form.response ?? '';
    const success = form.secret === secret && token.startsWith(humanToken()) && !used.has(token);
    used.add(token);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(success ? { success } : { success, 'error-codes': ['invalid'] }));
  });
  return {
    ...server,
    received,
    setting: JSON.stringify({
      provider: 'turnstile',
      secret,
      siteKey: 'public-site-key',
      verifyUrl: `${server.url}/siteverify`,
    }),
    behave: (wanted) => {
      how = wanted;
    },
  };
}
