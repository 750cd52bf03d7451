import { type Listening, listen, readText } from './listen.ts';

/** A text message as the webhook got it. */
interface TextMessage {
  readonly to: string;
  readonly text: string;
  /** The one stand-alone 6-digit number. */
  readonly code: string | undefined;
}

/** The webhook of a text message service: takes `POST {to, text}` as JSON. Source: docs/contract.md#2. */
export interface SmsWebhook extends Listening {
  readonly received: readonly TextMessage[];
  /** The newest message to a number in digits. */
  readonly last: (to: string) => TextMessage | undefined;
  /** From now on every message is answered with this status; 200 takes them again. */
  readonly answer: (status: number) => void;
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
    answer: (wanted) => {
      status = wanted;
    },
  };
}
