import { blankUser, confirmEmail, isBanned, type User, underStampOf } from '../account/index.ts';
import { err, ok, type Result, toHex } from '../kernel/index.ts';
import { logEventInBackground, type RequestContext } from '../security-log/index.ts';
import type { SignInEndedError } from '../session/index.ts';
import type { SignUpDisabledError } from '../sign-in/index.ts';
import {
  type AssertionError,
  assertionExpiry,
  checkAssertion,
  readPerson,
  type SsoPerson,
} from './assertion.ts';
import { type FlowState, isStateForm, stateHashOf } from './flow-state.ts';
import { identityAt } from './identity-at-provider.ts';
import {
  type FinishFlowPorts,
  type FinishFlowSettings,
  type FlowResult,
  issueSessionOrCode,
} from './issue-session-or-code.ts';
import type { SamlServiceProvider } from './ports.ts';
import { mergeProviderData } from './provider.ts';

/** Why a SAML response is rejected. Source: docs/wire.md#9. */
export type SsoError =
  | AssertionError
  | SignInEndedError
  | SignUpDisabledError
  | { readonly kind: 'saml_relay_state_not_found' }
  | { readonly kind: 'saml_relay_state_expired' }
  | { readonly kind: 'saml_idp_not_found' }
  | { readonly kind: 'user_banned' };

/** A failed response, and where to report it; `undefined` if the origin of the flow is unknown. */
export interface FailedSsoError {
  readonly error: SsoError;
  /** The target of the flow, already checked. */
  readonly redirectTo: string | undefined;
  /** The id of the provider that the flow asked. */
  readonly provider: string | undefined;
}

/** What the browser posts on behalf of a SAML provider. */
export interface SsoResponse {
  /** What our request carried; identifies the flow. */
  readonly relayState: string;
  /** The SAML response in base64, as posted. */
  readonly response: string;
  readonly context: RequestContext;
}

/** The ports for finishing a sign-in at a SAML provider. */
type FinishSsoPorts = FinishFlowPorts & { readonly saml: SamlServiceProvider };

/**
 * Finishes a sign-in at a SAML provider. Accepts only a response to our own request, once. SAML users are kept apart
 * from all others, whatever their e-mail address. Throws when the account is taken three times in a row between its
 * look-up and its change: the store is not atomic. Errors: those of `SsoError`, each with the target to report it to,
 * unless the flow is unknown. Source: docs/security.md#FD-6.
 */
export async function finishSso(
  ports: FinishSsoPorts,
  settings: FinishFlowSettings,
  { relayState, response, context }: SsoResponse,
): Promise<Result<FlowResult, FailedSsoError>> {
  const taken = await takeFlow(ports, relayState);
  const finished = taken.isErr()
    ? err(taken.error)
    : await completeSso(ports, settings, taken.value, { response, context });
  if (finished.isErr()) {
    const { error } = finished;
    const check = 'check' in error ? error.check : undefined;
    const details = { reason: error.kind, ...(check && { check }), method: 'sso/saml' };
    logEventInBackground(ports, { actionType: 'auth_failure', context, details });
  }
  const { redirectTo, provider } = taken.unwrapOr(undefined) ?? {};
  return finished.mapErr((error) => ({ error, redirectTo, provider }));
}

async function takeFlow(
  ports: FinishSsoPorts,
  relayState: string,
): Promise<Result<FlowState, SsoError>> {
  if (!isStateForm(relayState)) return err({ kind: 'saml_relay_state_not_found' });
  const taken = await ports.flows.take(stateHashOf(relayState, ports.digest));
  if (taken?.flow.kind !== 'saml' || taken.wasUsed)
    return err({ kind: 'saml_relay_state_not_found' });
  return ports.clock.now() < taken.flow.expiresAt
    ? ok(taken.flow)
    : err({ kind: 'saml_relay_state_expired' });
}

async function completeSso(
  ports: FinishSsoPorts,
  settings: FinishFlowSettings,
  flow: FlowState,
  { response, context }: Omit<SsoResponse, 'relayState'>,
): Promise<Result<FlowResult, SsoError>> {
  const found = await ports.saml.find({ id: flow.provider });
  if (found.isErr()) return err({ kind: 'saml_idp_not_found' });
  const provider = found.value;
  const read = await ports.saml.readResponse(provider, response, flow.secret);
  if (read.isErr()) return err(read.error);
  const assertion = read.value;
  const now = ports.clock.now();
  const expected = {
    issuer: provider.entityId,
    audience: `${settings.issuer}/sso/saml/metadata`,
    recipient: `${settings.issuer}/sso/saml/acs`,
    requestId: flow.secret,
  };
  const checked = checkAssertion(assertion, expected, now);
  if (checked.isErr()) return err(checked.error);
  const hash = toHex(ports.digest.sha256(`assertion.${provider.id}.${assertion.id}`));
  if (!(await ports.flows.rememberAssertion(hash, assertionExpiry(assertion))))
    return err({ kind: 'saml_assertion_invalid', check: 'replay' });
  const person = readPerson(assertion);
  if (person.isErr()) return err(person.error);
  const user = await ssoUser(ports, settings, {
    provider: `sso:${provider.id}`,
    person: person.value,
    context,
  });
  if (!user) return err({ kind: 'signup_disabled' });
  if (isBanned(user, now)) return err({ kind: 'user_banned' });
  const notAfter = assertion.sessionNotOnOrAfter;
  const authentication = {
    method: 'sso/saml',
    provider: provider.id,
    ...(notAfter === undefined ? {} : { notAfter }),
  } as const;
  return issueSessionOrCode(ports, settings, { flow, user, authentication, context });
}

/**
 * Finds or creates the user of a SAML identity. A new account can be reached through SAML only; none is created when
 * sign-up is disabled.
 */
async function ssoUser(
  ports: FinishSsoPorts,
  { allowsSignUp }: Pick<FinishFlowSettings, 'allowsSignUp'>,
  {
    provider,
    person,
    context,
  }: {
    readonly provider: string;
    readonly person: SsoPerson;
    readonly context: RequestContext;
  },
): Promise<User | undefined> {
  for (let tries = 0; tries < 3; tries += 1) {
    const now = ports.clock.now();
    const known = await ports.users.byIdentity(provider, person.subject);
    const { email, data } = person;
    if (known) {
      const seen = underStampOf(known, (user) => ({
        ...user,
        email,
        metadata: mergeProviderData(user.metadata, data),
        identities: user.identities.map((identity) =>
          identity.provider === provider
            ? { ...identity, data, updatedAt: now, lastSignInAt: now }
            : identity,
        ),
        updatedAt: now,
      }));
      const user = (await ports.users.change(known.id, seen)).unwrapOr(undefined);
      if (user?.securityStamp === known.securityStamp) return user;
      continue;
    }
    if (!allowsSignUp) return undefined;
    const blank = blankUser(ports.ids.uuid(), now);
    const identity = identityAt(ports.ids.uuid(), provider, person, now);
    const metadata = mergeProviderData({}, data);
    const user = confirmEmail({ ...blank, email, metadata, identities: [identity] }, now);
    const created = await ports.users.create(user);
    if (created.isErr()) continue;
    const details = { method: 'sso/saml' };
    logEventInBackground(ports, {
      actionType: 'signup_success',
      userId: user.id,
      context,
      details,
    });
    return user;
  }
  // biome-ignore lint/plugin: three races in a row mean a store that does not keep its promise
  throw new Error('The account of a SAML identity was taken again and again');
}
