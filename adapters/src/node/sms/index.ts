import type { SmsSender } from '@coachsite/core/sms';
import { err, ok } from 'neverthrow';

/** Time after which a webhook counts as failed, in milliseconds. */
const timeoutMs = 10_000;

/** The error as a code only: the message of the other side may contain the phone number. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  const code = cause?.code ?? name;
  return typeof code === 'string' ? code : 'unknown';
}

/** What a status means: 401 and 403 are wrong settings, which concern every message. */
function problemOf(status: number) {
  if (status === 429) return 'too_many';
  return status >= 500 || status === 401 || status === 403 ? 'unavailable' : 'rejected';
}

/**
 * Sends text messages to a JSON webhook: `POST {to, text}`; any 2xx status means accepted. Source: docs/contract.md#2.
 */
export function webhookSmsSender({ url }: { readonly url: string }): SmsSender {
  return {
    send: async ({ to, text }) => {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ to, text }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.body?.cancel();
        if (response.ok) return ok(undefined);
        return err({
          kind: 'sms_send_failed',
          problem: problemOf(response.status),
          reason: `status ${response.status}`,
        });
      } catch (error) {
        return err({ kind: 'sms_send_failed', problem: 'unavailable', reason: reasonOf(error) });
      }
    },
  };
}
