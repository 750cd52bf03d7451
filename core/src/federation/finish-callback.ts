import { constantTimeEqual, err, ok, type Result } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import { parsedUrl } from '../url/index.ts';
import { type AccountError, accountAtProvider } from './account-at-provider.ts';
import {
  browserHashOf,
  type FlowState,
  isStateForm,
  type StateError,
  stateHashOf,
} from './flow-state.ts';
import {
  type FinishedFlow,
  type FinishFlowPorts,
  type FinishFlowSettings,
  type FlowResult,
  issueSessionOrCode,
} from './issue-session-or-code.ts';
import { checkLink, type LinkError, linkIdentity } from './link-identity.ts';
import type { OidcClient, PendingLink, ProviderError } from './ports.ts';
import { type NoSubjectError, readClaims } from './provider.ts';

/** Why a callback from a provider fails. */
export type CallbackError =
  | StateError
  | ProviderError
  | NoSubjectError
  | AccountError
  | LinkError
  /** The provider's own error, passed on unchanged. */
  | {
      readonly kind: 'provider_error';
      readonly error: string;
      readonly errorDescription: string;
    };

/** A failed callback, and where to report it; `undefined` if the origin of the flow is unknown. */
export interface FailedCallbackError {
  readonly error: CallbackError;
  /** The target of the flow, already checked. */
  readonly redirectTo: string | undefined;
  /** The provider that the flow asked. */
  readonly provider: string | undefined;
}

/** What the browser sends to the callback. */
export interface CallbackQuery {
  /** The parameter of that name; `undefined` if it is missing. */
  readonly state: string | undefined;
  /** The provider's error code; `undefined` after a success. */
  readonly error: string | undefined;
  /** The provider's words about it, not to be trusted. */
  readonly errorDescription: string | undefined;
  /** The URL of the callback with its whole query. */
  readonly url: string;
  /** The secret in the browser's cookie; `undefined` without one. */
  readonly browserSecret: string | undefined;
  /** The language of the visitor, for mails. */
  readonly language: Language;
}

/** The ports for finishing a sign-in at an OpenID provider. */
type FinishCallbackPorts = FinishFlowPorts & { readonly oidc: OidcClient };

/** Takes the flow of a state; rejects one that another browser started. Source: docs/security.md#FD-1. */
async function takeFlow(
  ports: FinishCallbackPorts,
  query: CallbackQuery,
): Promise<Result<FlowState, CallbackError>> {
  const { state, browserSecret } = query;
  if (!state) return err({ kind: 'bad_oauth_callback' });
  if (!isStateForm(state)) return err({ kind: 'bad_oauth_state' });
  const taken = await ports.flows.take(stateHashOf(state, ports.digest));
  if (taken?.flow.kind !== 'oidc') return err({ kind: 'bad_oauth_state' });
  const { flow, wasUsed } = taken;
  if (wasUsed) return err({ kind: flow.challenge ? 'flow_state_already_used' : 'bad_oauth_state' });
  if (ports.clock.now() >= flow.expiresAt) return err({ kind: 'bad_oauth_state' });
  if (flow.browserHash === undefined) return ok(flow);
  const presented = browserSecret === undefined ? '' : browserHashOf(browserSecret, ports.digest);
  return constantTimeEqual(presented, flow.browserHash)
    ? ok(flow)
    : err({ kind: 'bad_oauth_state' });
}

/**
 * Finishes a sign-in or a link at an OpenID provider. Errors: those of `CallbackError`, each with the target to report
 * it to, unless the flow is unknown. Source: docs/wire.md#8, docs/security.md#FD-1, docs/security.md#FD-2,
 * docs/security.md#FD-3, docs/security.md#FD-4, docs/security.md#FD-5.
 */
export async function finishCallback(
  ports: FinishCallbackPorts,
  settings: FinishFlowSettings,
  { context, ...query }: CallbackQuery & { readonly context: RequestContext },
): Promise<Result<FlowResult, FailedCallbackError>> {
  const taken = await takeFlow(ports, query);
  if (taken.isErr()) {
    const details = { reason: taken.error.kind };
    logEventInBackground(ports, { actionType: 'auth_failure', context, details });
    return err({ error: taken.error, redirectTo: undefined, provider: undefined });
  }
  const flow = taken.value;
  const finished = await completeCallback(ports, settings, { flow, query, context });
  if (finished.isErr()) {
    const details = { reason: finished.error.kind, provider: flow.provider };
    logEventInBackground(ports, { actionType: 'auth_failure', context, details });
  }
  const { redirectTo, provider } = flow;
  return finished.mapErr((error) => ({ error, redirectTo, provider }));
}

async function completeCallback(
  ports: FinishCallbackPorts,
  settings: FinishFlowSettings,
  {
    flow,
    query,
    context,
  }: {
    readonly flow: FlowState;
    readonly query: CallbackQuery;
    readonly context: RequestContext;
  },
): Promise<Result<FlowResult, CallbackError>> {
  const { error, errorDescription = '', state = '' } = query;
  if (error) return err({ kind: 'provider_error', error, errorDescription });
  const exchanged = await ports.oidc.exchange(flow.provider, {
    callbackUrl: query.url,
    state,
    nonce: flow.nonce,
    codeVerifier: flow.secret,
  });
  if (exchanged.isErr()) return err(exchanged.error);
  const { claims, tokens } = exchanged.value;
  const person = readClaims(claims);
  if (person.isErr()) return err(person.error);
  const isOwn = parsedUrl(flow.redirectTo)?.origin === settings.siteOrigin;
  const link = {
    redirectTo: flow.redirectTo,
    transport: isOwn ? ('cookie' as const) : ('bearer' as const),
    challenge: flow.challenge,
    language: query.language,
  };
  const authentication = { method: 'oauth', tokens } as const;
  if (flow.linkSessionId !== undefined) {
    const pending: PendingLink = {
      sessionId: flow.linkSessionId,
      provider: flow.provider,
      person: person.value,
    };
    const linking = { ...pending, language: query.language, context };
    return finishLink(ports, settings, { flow, pending: linking, authentication, context });
  }
  const user = await accountAtProvider(ports, settings, {
    provider: flow.provider,
    person: person.value,
    link,
    context,
  });
  if (user.isErr()) return err(user.error);
  return issueSessionOrCode(ports, settings, { flow, user: user.value, authentication, context });
}

/**
 * Links the identity if the callback comes from the browser that began the flow, which its cookie has proved. A flow
 * without that cookie may have been passed on to somebody else's browser, so its identity is linked only when the
 * code is exchanged with the verifier. Source: docs/security.md#FD-1.
 */
async function finishLink(
  ports: FinishCallbackPorts,
  settings: FinishFlowSettings,
  {
    pending: { sessionId, provider, person, language },
    ...finished
  }: Omit<FinishedFlow, 'user'> & {
    readonly pending: PendingLink & { readonly language: Language };
  },
): Promise<Result<FlowResult, CallbackError>> {
  const { flow, context } = finished;
  const session = await ports.sessions.byId(sessionId);
  const request = { session, provider, person, language, context };
  const isBound = flow.browserHash !== undefined;
  if (!isBound && !flow.challenge) return err({ kind: 'bad_oauth_state' });
  const user = await (isBound ? linkIdentity(ports, request) : checkLink(ports, request));
  if (user.isErr()) return err(user.error);
  const link = isBound ? {} : { link: { sessionId, provider, person } };
  return issueSessionOrCode(ports, settings, { ...finished, ...link, user: user.value });
}
