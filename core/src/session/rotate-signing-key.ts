import type { EpochMs } from '../kernel/index.ts';
import { logEvent, type RequestContext, type SecurityLogPorts } from '../security-log/index.ts';

/** The ports for replacing the signing key. */
export interface RotateSigningKeyPorts extends Omit<SecurityLogPorts, 'reportLostEvent'> {
  /** Makes a key that signs access tokens from now on, and returns its `kid`. */
  readonly makeSigningKey: (now: EpochMs) => string;
}

/** Replaces the key that signs access tokens, records it, and returns the `kid` of the new one. */
export async function rotateSigningKey(
  ports: RotateSigningKeyPorts,
  { context }: { readonly context: RequestContext },
): Promise<string> {
  const kid = ports.makeSigningKey(ports.clock.now());
  await logEvent(ports, { actionType: 'keys_rotated', context, details: { kid } });
  return kid;
}
