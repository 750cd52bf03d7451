import type { User } from '../account/index.ts';
import { err, type Milliseconds, ok, type Result } from '../kernel/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import { type GrantedSession, type SignInEndedError, startSession } from '../session/index.ts';
import type { AccountPorts, AccountSettings } from './account-at-provider.ts';
import { issueCode } from './exchange-code.ts';
import type { FlowState } from './flow-state.ts';
import type { PendingLink } from './ports.ts';
import type { ProviderTokens } from './provider.ts';

/** What the redirect target receives: a code to exchange, or a session. */
export type FlowResult =
  | { readonly kind: 'code'; readonly redirectTo: string; readonly code: string }
  | {
      readonly kind: 'session';
      readonly redirectTo: string;
      readonly granted: GrantedSession;
      readonly tokens: ProviderTokens | undefined;
    };

/** The ports for finishing a flow. */
export type FinishFlowPorts = AccountPorts;

/** The settings for codes and for mails about unverified addresses. */
export interface FinishFlowSettings extends AccountSettings {
  /** How long a code can be exchanged. */
  readonly authCodeTtlMs: Milliseconds;
  /** Origin of the site, whose own pages confirm mailed links with cookies. */
  readonly siteOrigin: string;
}

/** How the user authenticated at the provider. */
interface ExternalAuthentication {
  readonly method: 'oauth' | 'sso/saml';
  readonly provider?: string;
  readonly notAfter?: number;
  readonly tokens?: ProviderTokens;
}

/** A flow whose user has been identified. */
export interface FinishedFlow {
  /** What was asked for when it began. */
  readonly flow: FlowState;
  readonly user: User;
  /** The method, and what the provider adds to the session. */
  readonly authentication: ExternalAuthentication;
  /** The identity to link when the code is exchanged. */
  readonly link?: PendingLink;
  readonly context: RequestContext;
}

/**
 * Returns the session in the form the flow asked for: behind a code, or directly. Errors: those of `startSession`. Source:
 * docs/security.md#LN-6.
 */
export async function issueSessionOrCode(
  ports: FinishFlowPorts,
  settings: FinishFlowSettings,
  { flow, user, authentication, link, context }: FinishedFlow,
): Promise<Result<FlowResult, SignInEndedError>> {
  const { redirectTo, challenge } = flow;
  const { method, tokens, provider, notAfter } = authentication;
  const more = {
    ...(provider === undefined ? {} : { provider }),
    ...(notAfter === undefined ? {} : { notAfter }),
  };
  if (challenge) {
    const code = await issueCode(ports, settings, {
      user,
      challenge,
      method,
      ...more,
      ...(link ? { link } : {}),
      ...(tokens ? { providerTokens: tokens } : {}),
    });
    return ok({ kind: 'code', redirectTo, code });
  }
  const granted = await startSession(ports, settings, { user, method, context, ...more });
  if (granted.isErr()) return err(granted.error);
  const details = { method, provider: flow.provider };
  logEventInBackground(ports, { actionType: 'auth_success', userId: user.id, context, details });
  return ok({ kind: 'session', redirectTo, granted: granted.value, tokens });
}
