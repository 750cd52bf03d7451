import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, createApp } from '@coachsite/server/app';
import { compose } from '@coachsite/server/compose';
import { readConfig } from '@coachsite/server/config';
import { noPages } from '../support/server.ts';

/** What `/openapi.json` of a server with the default settings says in this version. */
export async function openapiOf(version: string): Promise<object> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const config = readConfig({ DATA_DIR: dataDirectory, LOG_LEVEL: 'silent' })._unsafeUnwrap();
  const ports = await compose(config);
  const app = await buildApp(createApp(config), ports, config, { site: noPages });
  try {
    await app.ready();
    const document = app.swagger();
    return { ...document, info: { ...document.info, version } };
  } finally {
    await app.close();
    await ports.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
