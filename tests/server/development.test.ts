import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, test, vi } from 'vitest';
import { development } from '#ui/vite.config.ts';

test('a page whose app has not started shows a change of its text or its parts', async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'development-'));
  const vite = await createServer({
    ...development,
    cacheDir,
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const send = vi.spyOn(vite.environments.client.hot, 'send');
  const folder = join(import.meta.dirname, '../../ui');
  for (const file of ['content/nl/contact.json', 'src/features/contact/contact-form.tsx']) {
    send.mockClear();
    vite.watcher.emit('change', join(folder, file));
    await expect.poll(() => send.mock.calls).toContainEqual([{ type: 'full-reload' }]);
  }
  await vite.close();
  rmSync(cacheDir, { recursive: true, force: true });
});
