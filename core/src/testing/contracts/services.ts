import type { SetupTokenStore } from '../../admins/index.ts';
import type { CaptchaVerifier } from '../../captcha/index.ts';
import type { PdfInspector } from '../../ebook/index.ts';
import type { TestRunner } from '../runner.ts';

/** `open` returns a new, empty store. */
export function setupTokenStoreContract(
  { test, expect }: TestRunner,
  open: () => Promise<SetupTokenStore>,
): void {
  const [first, second] = ['first-token-0123456789', 'second-token-012345678'];

  test('the first token offered is kept until it is removed', async () => {
    const store = await open();
    expect(await store.read()).toBeUndefined();
    expect(await store.offer(first)).toBe(first);
    expect(await store.offer(second)).toBe(first);
    expect(await store.read()).toBe(first);
    await store.remove();
    expect(await store.read()).toBeUndefined();
    await store.remove();
    expect(await store.offer(second)).toBe(second);
  });

  test('of many tokens offered at once, everybody gets the one that is kept', async () => {
    const store = await open();
    const offered = Array.from({ length: 10 }, (_, i) => store.offer(`${first}-${i}`));
    const got = new Set(await Promise.all(offered));
    expect(got.size).toBe(1);
    expect([...got]).toEqual([await store.read()]);
  });
}

/** A verifier, and somebody who solves captchas. */
export interface OpenedCaptcha {
  readonly captcha: CaptchaVerifier;
  /** A new token that proves a solved captcha. */
  readonly solve: () => string;
  /** From now on the service does not respond. */
  readonly disconnect: () => Promise<void> | void;
}

/** What a `CaptchaVerifier` does; `open` returns one with its service. */
export function captchaVerifierContract(
  { test, expect }: TestRunner,
  open: () => Promise<OpenedCaptcha>,
): void {
  test('a token proves one solved captcha, once', async () => {
    const { captcha, solve } = await open();
    const token = solve();
    const proved = [
      await captcha.isHuman(token, '192.0.2.1'),
      await captcha.isHuman(token, '192.0.2.1'),
      await captcha.isHuman(solve(), ''),
    ];
    expect(proved).toEqual([true, false, true]);
  });

  test('text that is no token proves nothing', async () => {
    const { captcha } = await open();
    for (const text of ['', 'x', 'success', '&success=true', '\0', 'x'.repeat(10_000)])
      expect(await captcha.isHuman(text, '192.0.2.1')).toBe(false);
  });

  test('while the service does not respond, nobody is human', async () => {
    const { captcha, solve, disconnect } = await open();
    const token = solve();
    await disconnect();
    expect(await captcha.isHuman(token, '192.0.2.1')).toBe(false);
  });
}

/** Files that an inspector is tried on. */
export interface PdfSamples {
  readonly threePages: Uint8Array;
  readonly locked: Uint8Array;
}

/** What a `PdfInspector` does. */
export function pdfInspectorContract(
  { test, expect }: TestRunner,
  open: () => PdfInspector,
  { threePages, locked }: PdfSamples,
): void {
  async function* inChunks(bytes: Uint8Array, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
  }

  test('a PDF is read whole, however it is divided', async () => {
    for (const size of [61, threePages.length])
      expect(await open().inspect(inChunks(threePages, size))).toMatchObject({
        kind: 'readable',
        pages: 3,
      });
  });

  test('a PDF that asks for a password is locked', async () => {
    expect(await open().inspect(inChunks(locked, 4096))).toEqual({ kind: 'locked' });
  });

  test('what is no PDF, or only the start of one, is unreadable', async () => {
    const html = Uint8Array.from('<html>%PDF-1.7</html>', (letter) => letter.charCodeAt(0));
    for (const bytes of [new Uint8Array(), html, threePages.slice(0, 20)])
      expect(await open().inspect(inChunks(bytes, 7))).toEqual({ kind: 'unreadable' });
    const broken = (async function* () {
      yield threePages.slice(0, 20);
      throw new Error('broken off');
    })();
    expect(await open().inspect(broken)).toEqual({ kind: 'unreadable' });
  });
}
