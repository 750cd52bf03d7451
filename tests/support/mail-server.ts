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

/** A real SMTP server on loopback. */
export interface MailServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** How many messages were offered, rejected ones included. */
  readonly offered: () => number;
  /** Rejects the next `count` messages with a temporary error. */
  readonly rejectNext: (count: number) => void;
  readonly close: () => Promise<void>;
}

/** Starts a server without TLS, or one that offers STARTTLS with a self-signed certificate. */
export async function startMailServer({ startTls = false } = {}): Promise<MailServer> {
  const received: Received[] = [];
  let offered = 0;
  let rejections = 0;
  const server = new SMTPServer({
    disabledCommands: startTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        offered += 1;
        if (rejections > 0) {
          rejections -= 1;
          done(Object.assign(new Error('try again, dear ann@example.com'), { responseCode: 451 }));
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
    rejectNext: (count) => {
      rejections = count;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
