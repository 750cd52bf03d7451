import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail: its envelope and what a mail program shows. */
interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly email: Email;
  readonly source: string;
}

/** How a message is rejected. */
interface Rejection {
  readonly status: number;
  readonly text: string;
  readonly at: 'connection' | 'sender' | 'recipient' | 'content';
}

/** A real SMTP server on loopback. */
export interface MailServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** How many messages were offered, rejected ones included. */
  readonly offered: () => number;
  /** Rejects the next `count` messages, with a temporary error unless another one is given. */
  readonly rejectNext: (count: number, rejection?: Partial<Rejection>) => void;
  readonly close: () => Promise<void>;
}

/**
 * Starts a server without TLS, or one that offers STARTTLS with a self-signed certificate; with a `password`, one that
 * asks for it.
 */
export async function startMailServer({
  startTls = false,
  password = '',
} = {}): Promise<MailServer> {
  const received: Received[] = [];
  let offered = 0;
  let rejections = 0;
  const ordinary: Rejection = {
    status: 451,
    text: 'try again, dear ann@example.com',
    at: 'content',
  };
  let rejection = ordinary;
  /** The error of this step, once for each message that is to be rejected in it. */
  const errorAt = (at: Rejection['at']): Error | undefined => {
    if (rejections === 0 || rejection.at !== at) return undefined;
    rejections -= 1;
    if (at !== 'content') offered += 1;
    return Object.assign(new Error(rejection.text), { responseCode: rejection.status });
  };
  const server = new SMTPServer({
    disabledCommands: [...(password === '' ? ['AUTH'] : []), ...(startTls ? [] : ['STARTTLS'])],
    authOptional: password === '',
    allowInsecureAuth: true,
    onAuth: (given, _session, done) => {
      if (given.password === password) done(null, { user: given.username });
      else done(Object.assign(new Error('5.7.8 not that one'), { responseCode: 535 }));
    },
    logger: false,
    onConnect: (_session, done) => done(errorAt('connection')),
    onMailFrom: (_address, _session, done) => done(errorAt('sender')),
    onRcptTo: (_address, _session, done) => done(errorAt('recipient')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        offered += 1;
        const error = errorAt('content');
        if (error) {
          done(error);
          return;
        }
        const source = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          email: await PostalMime.parse(source),
          source,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    offered: () => offered,
    rejectNext: (count, more = {}) => {
      rejections = count;
      rejection = { ...ordinary, ...more };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
