import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyCheckout, shell } from './checkout.ts';
import { deployFolder, root } from './tools.ts';

/** What the Containerfile makes, as folders of this machine. */
export interface Image {
  /** The folder of this machine that stands for an absolute path of the image. */
  readonly path: (inImage: string) => string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly workdir: string;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

interface Stage {
  readonly folder: string;
  workdir: string;
  user: string;
  readonly env: Record<string, string>;
  command: readonly string[];
  healthcheck: readonly string[];
}

/** The instructions of a Containerfile, comments and continued lines resolved. */
function instructions(): readonly (readonly [name: string, rest: string])[] {
  return readFileSync(join(deployFolder, 'Containerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = ''] = line.split(' ');
      return [name, line.slice(name.length).trim()] as const;
    });
}

/**
 * Carries out the instructions of the Containerfile in folders below `folder`, without a container engine. The pages
 * are not built again: the build of the running test suite takes their place, and what only a build needs is not
 * installed for it, as the suite runs on an install of the same lock.
 */
export function runContainerfile(folder: string): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  const path = ({ folder: own, workdir }: Stage, inImage: string) =>
    inImage.startsWith('/') ? join(own, inImage) : join(own, workdir, inImage);
  // An unprivileged user may not own files for another: the owner does not matter here.
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'chown'), '#!/bin/sh\n', { mode: 0o755 });

  const run = (at: Stage, command: string) => {
    if (command === 'npm ci') {
      mkdirSync(path(at, 'node_modules/.bin'), { recursive: true });
      const node = realpathSync(join(root, 'node_modules/.bin/node'));
      symlinkSync(node, path(at, 'node_modules/.bin/node'));
      return;
    }
    if (command === 'npm run build') {
      for (const built of ['ui/dist', 'server/dist'])
        cpSync(join(root, built), path(at, built), { recursive: true });
      return;
    }
    shell(command.replaceAll(' /data', ` ${path(at, '/data')}`), path(at, '.'), {
      PATH: `${bin}:${process.env.PATH}`,
      npm_config_prefer_offline: 'true',
    });
  };
  const copy = (at: Stage, rest: string) => {
    const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? [];
    if (!from && source === '.' && target === '.') {
      copyCheckout(path(at, '.'));
      return;
    }
    const origin = stages.get(from ?? '');
    if (!origin) throw new Error(`Not understood: COPY ${rest}`);
    const to = target.endsWith('/') ? join(target, source.split('/').at(-1) ?? '') : target;
    mkdirSync(dirname(path(at, to)), { recursive: true });
    cpSync(path(origin, source), path(at, to), { recursive: true, verbatimSymlinks: true });
  };

  for (const [name, rest] of instructions()) {
    if (name === 'FROM') {
      const own = join(folder, `stage-${stages.size}`);
      stage = { folder: own, workdir: '/', user: 'root', env: {}, command: [], healthcheck: [] };
      stages.set(/ AS (\S+)$/.exec(rest)?.[1] ?? String(stages.size), stage);
      mkdirSync(own);
    } else if (!stage) throw new Error(`${name} before FROM`);
    else if (name === 'WORKDIR') {
      stage.workdir = rest;
      mkdirSync(path(stage, '.'), { recursive: true });
    } else if (name === 'ENV') {
      for (const pair of rest.split(' ')) {
        const [key = '', value = ''] = pair.split('=');
        stage.env[key] = value;
      }
    } else if (name === 'USER') stage.user = rest;
    else if (name === 'RUN') run(stage, rest);
    else if (name === 'COPY') copy(stage, rest);
    else if (name === 'CMD') stage.command = JSON.parse(rest);
    else if (name === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.split('CMD ')[1] ?? '');
    else if (name !== 'VOLUME' && name !== 'EXPOSE') throw new Error(`Not understood: ${name}`);
  }
  if (!stage) throw new Error('The Containerfile has no stage');
  const last = stage;
  return { ...last, path: (inImage) => path(last, inImage) };
}
