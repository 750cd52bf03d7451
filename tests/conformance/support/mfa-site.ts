import { afterAll, expect } from 'vitest';
import { call, goodPassword } from '../../support/auth-client.ts';
import { startSmsWebhook } from '../../support/fake-services/sms-webhook.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { advance, type Connected, connect, member, need } from './client.ts';
import { totp } from './totp.ts';

export const minute = 60_000;
export const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Enrolls an authenticator app. */
export async function enroll({ auth }: Connected, friendlyName = 'app') {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, uri: data.totp.uri, qrCode: data.totp.qr_code };
}

export const tokenOf = async ({ auth }: Pick<Connected, 'auth'>) =>
  need((await auth.getSession()).data.session).access_token;

/** A site that sends text messages, without waiting times between mails and messages. */
export async function openMfaSite() {
  const texts = await startSmsWebhook();
  afterAll(texts.close);
  const server = await sharedServer({
    env: {
      SMS_URL: `${texts.url}/send`,
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      AUTH_SMS_MIN_INTERVAL_SECONDS: '0',
    },
  });

  const codeNow = (secret: string) => totp(secret, server.ports.clock.now());

  /** A code of the next step: the one of this step was used. */
  function freshCode(secret: string) {
    advance(server, 30_000);
    return codeNow(secret);
  }

  /** A member whose session has used an authenticator app. */
  async function protectedMember() {
    const connected = await member(server);
    const factor = await enroll(connected);
    const { error } = await connected.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeNow(factor.secret),
    });
    if (error) throw error;
    return { ...connected, factor };
  }

  /** The same account in another browser: the password alone. */
  async function withPassword(email: string) {
    const connected = await connect(server);
    const { data, error } = await connected.auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    if (error) throw error;
    return { ...connected, session: need(data.session) };
  }

  const post = (path: string, bearer: string, body: object = {}) =>
    call(server, 'POST', `/auth/v1/factors${path}`, { bearer, body });

  /** The code of the last text message to a number, of more than `before`. */
  async function texted(phone: string, before = 0): Promise<string> {
    const mine = () =>
      texts.received.filter(({ to }) => to.replace(/\D/g, '') === phone.replace(/\D/g, ''));
    await expect.poll(() => mine().length, { timeout: 10_000 }).toBeGreaterThan(before);
    return need(mine().at(-1)?.code, 'code');
  }

  return { server, texts, codeNow, freshCode, protectedMember, withPassword, post, texted };
}
