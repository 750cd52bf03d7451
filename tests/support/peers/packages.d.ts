/** The parts of packages without types that the peers use. */

declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Context {
    readonly path: string;
    body: unknown;
    readonly oidc?: {
      readonly route?: string;
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
    };
  }

  class Grant {
    constructor(of: { readonly accountId: string; readonly clientId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: typeof Grant;
    callback(): RequestListener;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ readonly prompt: { readonly name: string } }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
  export default Provider;
}

declare module 'samlp' {
  interface Profile {
    readonly getClaims: () => Readonly<Record<string, string | undefined>>;
    readonly getNameIdentifier: () => {
      readonly nameIdentifier: string;
      readonly nameIdentifierFormat: string;
    };
  }

  interface ResponseOptions {
    readonly issuer: string;
    readonly cert: string;
    readonly key: string;
    readonly audience: string;
    readonly recipient: string;
    readonly destination: string;
    readonly inResponseTo?: string;
    readonly lifetimeInSeconds: number;
    readonly signAssertion: boolean;
    readonly signResponse: boolean;
    readonly encryptionCert?: Buffer;
    readonly encryptionPublicKey?: Buffer;
    readonly signatureAlgorithm: 'rsa-sha256';
    readonly digestAlgorithm: 'sha256';
    readonly sessionIndex: string;
    readonly profileMapper: (user: object) => Profile;
  }

  interface ParsedRequest {
    readonly id?: string;
    readonly issuer?: string;
    readonly destination?: string;
    readonly assertionConsumerServiceURL?: string;
  }

  interface QueryHolder {
    readonly query: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, string>>;
  }

  const samlp: {
    readonly getSamlResponse: (
      options: ResponseOptions,
      user: object,
      done: (error: Error | null, response: string) => void,
    ) => void;
    readonly parseRequest: (
      request: QueryHolder,
      options: { readonly signingCert?: string },
      done: (error: Error | null, parsed?: ParsedRequest) => void,
    ) => void;
  };
  export default samlp;
}
