import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shell } from './checkout.ts';

/** Unpacks the tarball of a package in the folder of a project, as `npm install` does. */
export function unpackInto(project: string, name: 'core' | 'adapters'): void {
  const packed = readdirSync(project).find((file) => file.startsWith(`coachsite-${name}-`)) ?? '';
  mkdirSync(join(project, 'node_modules/@coachsite'), { recursive: true });
  shell(`tar -xzf "${packed}" && mv package node_modules/@coachsite/${name}`, project);
}
