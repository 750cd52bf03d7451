import { spawnSync } from 'node:child_process';
import { root } from './tools.ts';

/** Runs a shell command. Throws with its output when it fails. */
export function shell(command: string, cwd: string, env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command}\n${stdout}\n${stderr}`);
}

/** Copies the files of the checkout, without those that git ignores: what `COPY . .` sends to a container engine. */
export function copyCheckout(to: string): void {
  shell(
    `git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -c | tar -x -C "${to}"`,
    root,
  );
}
