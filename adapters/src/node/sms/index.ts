import type { SmsSender } from '@coachsite/core/sms';
import { err, ok } from 'neverthrow';

/** A webhook that has not answered by then counts as failed, in milliseconds. */
const timeoutMs = 10_000;

/** What went wrong as a code only: the words of the other side may repeat the number. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  const code = cause?.code ?? name;
  return typeof code === 'string' ? code : 'unknown';
}

/** Hands text messages to a JSON webhook: `POST {to, text}`; any 2xx answer takes them. Source: docs/contract.md#2. */
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
        return err({ kind: 'sms_send_failed', reason: `status ${response.status}` });
      } catch (error) {
        return err({ kind: 'sms_send_failed', reason: reasonOf(error) });
      }
    },
  };
}
