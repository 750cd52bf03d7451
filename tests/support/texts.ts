import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestServer } from './server.ts';

/** A text message as its recipient sees it. */
export interface ReadText {
  /** The first line: the phone number in digits. */
  readonly to: string;
  readonly text: string;
  /** The one stand-alone 6-digit number. */
  readonly code: string;
}

/** Delivers the waiting text messages, then returns every one to a number, oldest first. */
export async function textsTo(server: TestServer, to: string): Promise<readonly ReadText[]> {
  const { ports, config } = server;
  while ((await ports.smsQueue.waiting()) > 0) await wait(5);
  if (!existsSync(config.outboxDirectory)) return [];
  const files = readdirSync(config.outboxDirectory).filter((name) => name.endsWith('.txt'));
  return files
    .sort()
    .map((name) => readFileSync(join(config.outboxDirectory, name), 'utf8'))
    .map((content) => {
      const [first = '', ...lines] = content.split('\n');
      const text = lines.join('\n');
      return { to: first, text, code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '' };
    })
    .filter((read) => read.to === to);
}

/** The code of the newest text message to a number. */
export async function lastCode(server: TestServer, to: string): Promise<string> {
  const code = (await textsTo(server, to)).at(-1)?.code;
  if (!code) throw new Error(`No text message to ${to}`);
  return code;
}

let count = 0;
/** A phone number that no other test uses. */
export const newPhone = (): string =>
  `3247${String(process.pid % 1000).padStart(3, '0')}${String(++count).padStart(4, '0')}`;
