import { afterAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail } from '../support/auth-client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { openBrowser } from './support/browser.ts';
import { connect, need } from './support/client.ts';
import { parametersOf } from './support/saml.ts';

const mails = await startMailServer();
afterAll(mails.close);
const server = await sharedServer({
  env: {
    SMTP_URL: mails.url,
    MAIL_FROM: 'Site <site@example.com>',
    AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
  },
});

const sentTo = (email: string) => mails.received.filter(({ to }) => to.includes(email));
/** The newest mail that really arrived at the server of an address. */
const arrived = async (email: string, number = 1) => {
  await expect.poll(() => sentTo(email).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(number);
  const { email: mail } = need(sentTo(email).at(-1));
  const text = mail.text ?? '';
  const link = need(/https?:\/\/\S+/.exec(text)?.[0], 'link');
  return {
    mail,
    text,
    link: new URL(link),
    code: need(/(?<!\d)\d{6}(?!\d)/.exec(text)?.[0], 'code'),
  };
};

describe('mails through a real SMTP server', () => {
  test('SMTP_URL turns confirmation on; the link that arrives confirms', async () => {
    const email = newEmail();
    const { auth } = await connect(server);
    const { data } = await auth.signUp({ email, password: goodPassword });
    expect(data.session).toBeNull();
    const { link, mail } = await arrived(email);
    expect(mail.from?.address).toBe('site@example.com');
    const { headers } = await openBrowser().step(`${server.url}/auth/v1/verify${link.search}`);
    expect(parametersOf(new URL(headers.get('location') ?? ''))).toMatchObject({
      type: 'signup',
      access_token: expect.any(String),
    });
    expect((await auth.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
  });

  test('text and HTML parts hold one code and one link, built from PUBLIC_URL', async () => {
    const email = newEmail();
    const { auth } = await connect(server);
    await auth.signInWithOtp({ email, options: { emailRedirectTo: `${server.url}/account` } });
    const { mail, text, link, code } = await arrived(email);
    expect(text.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual([code]);
    expect(text.match(/https?:\/\/\S+[?&]type=/g)).toHaveLength(1);
    expect(link.origin).toBe(server.url);
    expect([...link.searchParams.keys()]).toEqual(expect.arrayContaining(['type', 'redirect_to']));
    expect(link.searchParams.has('token') || link.searchParams.has('token_hash')).toBe(true);
    expect(mail.html).toContain(code);
    expect((await auth.verifyOtp({ type: 'email', email, token: code })).data.user?.email).toBe(
      email,
    );
  });

  test('six digits of an address or a redirect target are not taken for the code', async () => {
    const email = newEmail();
    const { auth } = await connect(server);
    await auth.signUp({ email, password: goodPassword });
    const first = await arrived(email);
    await auth.verifyOtp({ type: 'email', email, token: first.code });
    const target = `654321.123456.${newEmail()}`;
    const emailRedirectTo = `${server.url}/account?order=111222&again=333444`;
    expect((await auth.updateUser({ email: target }, { emailRedirectTo })).error).toBeNull();
    for (const { text, link, code, mail } of [await arrived(target), await arrived(email, 2)]) {
      expect(text.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual([code]);
      expect(text.replaceAll('\u2060', '')).toContain(target);
      expect(mail.html).toContain(target);
      expect(link.searchParams.get('redirect_to')).toBe(emailRedirectTo);
      const to = mail.to?.[0]?.address ?? '';
      const { error } = await auth.verifyOtp({ type: 'email_change', email: to, token: code });
      expect(error).toBeNull();
    }
    expect((await auth.getUser()).data.user?.email).toBe(target);
  });

  test('recovery, change of address and reauthentication arrive too', async () => {
    const email = newEmail();
    const { auth } = await connect(server);
    await auth.signInWithOtp({ email });
    await auth.verifyOtp({ type: 'email', email, token: (await arrived(email)).code });
    await auth.resetPasswordForEmail(email);
    const recovery = await arrived(email, 2);
    expect(recovery.link.searchParams.get('type')).toBe('recovery');
    await auth.verifyOtp({ type: 'recovery', email, token: recovery.code });
    const target = newEmail();
    await auth.updateUser({ email: target });
    const [toNew, toOld] = [await arrived(target), await arrived(email, 3)];
    await auth.verifyOtp({ type: 'email_change', email: target, token: toNew.code });
    const { data } = await auth.verifyOtp({ type: 'email_change', email, token: toOld.code });
    expect(data.user?.email).toBe(target);
  });
});
