import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from '@coachsite/ui/site-build';
import { freePort } from './free-port.ts';

/** The server as `npm start` runs it after its build, in a process of its own. */
export interface SiteProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it printed so far. */
  readonly said: { out: string; err: string };
  /** Resolves once it serves; rejects when it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with its exit code, or with the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** Starts the site on the data of a folder; `preload` is a module that runs first in the process. */
export async function startSiteProcess(
  dataDirectory: string,
  env: Readonly<Record<string, string>> = {},
  preload?: string,
): Promise<SiteProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...(preload ? ['--import', preload] : []), program], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'silent',
      AUTH_IP_RATE_LIMITS: 'off',
      AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0',
      DATA_DIR: dataDirectory,
      PORT: String(port),
      ...env,
    },
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended = once(child, 'exit').then(
    ([code, signal]) => (code ?? signal) as number | string | null,
  );
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (said.out.includes('Mails')) resolve();
    });
    child.on('exit', () => reject(new Error(`ended before it was ready: ${said.err}`)));
  });
  // A test that waits for the exit does not handle this rejection.
  ready.catch(() => {});
  return { child, url: `http://127.0.0.1:${env.PORT ?? port}`, said, ready, ended };
}
