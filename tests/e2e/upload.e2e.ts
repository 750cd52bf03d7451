import { randomUUID } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { makePdf } from '../support/pdf.ts';
import { enterAs, expect, test } from './support/test.ts';
import { text } from './support/text.ts';

test('a file that was mended or whose upload was stopped can be chosen again', {
  tag: '@pair-b',
}, async ({ page, language, t, admin }) => {
  await enterAs(page, admin);
  await page.goto('/admin');
  const path = test.info().outputPath('again.pdf');
  writeFileSync(path, '<html>not a PDF at all</html>'.repeat(50));
  // The browser compares times of change to the second.
  utimesSync(path, 1e9, 1e9);
  const file = page.getByLabel(t.admin.file);
  const upload = page.getByRole('button', { name: t.admin.upload, exact: true });
  const chosen = page.getByText(/again\.pdf, /);
  const devtools = await page.context().newCDPSession(page);
  // Playwright fires `change` in any case; a browser does only when the list of files differs, as it does here.
  const choose = async () => {
    await expect(file).toBeEnabled();
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeId } = await devtools.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: '#ebook input[type=file]',
    });
    await devtools.send('DOM.setFileInputFiles', { nodeId, files: [path] });
  };
  await choose();
  await upload.click();
  await expect(file).toHaveAccessibleDescription(text(language, 'problems:not_a_pdf'));

  writeFileSync(path, makePdf({ marker: 'again', sizeBytes: 12_000_000 }));
  await upload.click();
  await expect(file).toHaveAccessibleDescription(text(language, 'admin:upload.changed'));
  await choose();
  await expect(file).toHaveAccessibleDescription(/again\.pdf, /);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await devtools.send('Network.emulateNetworkConditions', slow);
  await upload.click();
  await page.getByRole('button', { name: text(language, 'admin:upload.cancel') }).click();
  await expect(page.getByText(text(language, 'admin:upload.cancelled'))).toBeVisible();
  await expect(chosen).toBeVisible();

  // Another one each time: a product serves this test in one language after the other.
  writeFileSync(path, makePdf({ marker: randomUUID() }));
  await choose();
  await expect(page.getByText(text(language, 'admin:upload.cancelled'))).toHaveCount(0);
  await devtools.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await upload.click();
  await expect(
    page.getByText(text(language, 'admin:upload.online', { name: 'again.pdf' })),
  ).toBeVisible();
});
