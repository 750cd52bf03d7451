import { type Listening, listen, readText } from './listen.ts';

/** The verifier of a captcha, as Turnstile and hCaptcha answer: a form with `secret` and `response`, JSON with `success`. */
export interface CaptchaVerifier extends Listening {
  /** The JSON of CAPTCHA for a server that asks this verifier. */
  readonly setting: string;
  /** The forms so far. */
  readonly asked: readonly Readonly<Record<string, string>>[];
  /** What it does with every question; `silence` never answers. */
  readonly behave: (how: 'honest' | 'failing' | 'rubbish' | 'silence') => void;
}

/** The one response it accepts; it is used up by its first use, as the real ones are. */
export const humanToken = (name = ''): string => `a-human-did-this-${name}`;

export async function startCaptchaVerifier(): Promise<CaptchaVerifier> {
  const secret = 'a-secret-of-the-verifier';
  const asked: Readonly<Record<string, string>>[] = [];
  const used = new Set<string>();
  let how: Parameters<CaptchaVerifier['behave']>[0] = 'honest';
  const server = await listen(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await readText(request)));
    asked.push(form);
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
    asked,
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
