import { type Listening, listen, readText } from './listen.ts';

/** A text message that the webhook received. */
interface TextMessage {
  readonly to: string;
  readonly text: string;
  /** The one stand-alone 6-digit number. */
  readonly code: string | undefined;
}

/** The webhook of a text message service: accepts `POST {to, text}` as JSON. Source: docs/contract.md#2. */
export interface SmsWebhook extends Listening {
  readonly received: readonly TextMessage[];
  /** The newest message to a number; only its digits are compared. */
  readonly last: (to: string) => TextMessage | undefined;
  /** Responds to every message with this status from now on; 200 accepts them. */
  readonly respondWith: (status: number) => void;
}

export async function startSmsWebhook(): Promise<SmsWebhook> {
  const received: TextMessage[] = [];
  let status = 200;
  const server = await listen(async (request, response) => {
    const { to, text } = JSON.parse(await readText(request)) as { to: string; text: string };
    const isJson = /^application\/json/.test(request.headers['content-type'] ?? '');
    const isFine = request.method === 'POST' && isJson && status === 200;
    if (isFine) {
      received.push({ to, text, code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] });
    }
    response.writeHead(isFine ? 200 : status === 200 ? 400 : status).end('{}');
  });
  const digits = (number: string) => number.replace(/\D/g, '');
  return {
    ...server,
    received,
    last: (to) => received.findLast((message) => digits(message.to) === digits(to)),
    respondWith: (wanted) => {
      status = wanted;
    },
  };
}
