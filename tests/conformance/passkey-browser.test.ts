import type { JsonObject } from '@coachsite/core/kernel';
import type { TestAuthenticator } from '@coachsite/core/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { softwareAuthenticator } from '../support/software-authenticator.ts';
import { connect, member } from './support/client.ts';
import { openPasskeySite } from './support/passkey-site.ts';

/** What the client asks of a browser, with which it then talks to the site by itself. */
const { server } = await openPasskeySite();
const { hostname, origin } = new URL(server.url);
afterAll(() => vi.unstubAllGlobals());

interface Asked {
  readonly publicKey: { readonly challenge: ArrayBuffer; readonly user?: { id: ArrayBuffer } };
}
const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url');

/** As far as the client looks at one. */
class FakeCredential {
  readonly #json: JsonObject;
  constructor(json: JsonObject) {
    this.#json = json;
  }
  toJSON() {
    return this.#json;
  }
}

/** A browser with this authenticator, which remembers whose passkey it made. */
function openBrowser(device: TestAuthenticator) {
  let owner = '';
  const parts = ({ publicKey }: Asked) => ({
    ...{ id: hostname, origin, challenge: base64url(publicKey.challenge) },
    ...{ counter: 0, isBackedUp: true, isUserVerified: true },
  });
  const credentials = {
    create: async (asked: Asked) => {
      owner = base64url(asked.publicKey.user?.id ?? new ArrayBuffer());
      return new FakeCredential(device.create(parts(asked)));
    },
    get: async (asked: Asked) => new FakeCredential(device.get(parts(asked), owner)),
  };
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  vi.stubGlobal('navigator', { credentials });
  vi.stubGlobal('document', {});
  vi.stubGlobal('window', { PublicKeyCredential: FakeCredential });
}

test('docs/wire.md#17 the client registers a passkey and signs in with it, in one call each', async () => {
  const connected = await member(server);
  const elsewhere = await connect(server);
  openBrowser(softwareAuthenticator());
  const added = await connected.auth.registerPasskey();
  expect(added.error).toBeNull();
  expect(added.data?.friendly_name).toBe('Passkey');
  const signedIn = await elsewhere.auth.signInWithPasskey();
  expect(signedIn.error).toBeNull();
  expect(signedIn.data?.user?.id).toBe(connected.session.user.id);
  expect(elsewhere.events).toContain('SIGNED_IN');
});
