#!/bin/sh
# puppeteer-core 25.16.0 with Firefox ESR 140.12 (Debian 12, firefox-esr 140.12.0esr-1~deb12u1), Node 20 or newer.
#
# Puppeteer drives this Firefox over WebDriver BiDi: it starts, opens a page and loads a URL. page.setViewport() with a
# width and a height and nothing else is rejected, as Puppeteer also sends emulation.setScreenOrientationOverride, a
# command that this release of Firefox does not have. The standard command, browsingContext.setViewport, would do.
#
# Seen:
#   loads a page: yes
#   setViewport({width: 390, height: 844}): Protocol error (emulation.setScreenOrientationOverride): unknown command
#
# Who tests with the Firefox of a stable Debian has to send the command itself or keep the size of the window.
set -eu
command -v firefox-esr >/dev/null || apt-get install -y -q --no-install-recommends firefox-esr >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund puppeteer-core@25.16.0
cat >try.mjs <<'JS'
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.argv[2], headless: true });
const page = await browser.newPage();
await page.goto('data:text/html,<title>a page</title>');
console.log(`loads a page: ${(await page.title()) === 'a page' ? 'yes' : 'no'}`);
const outcome = await page.setViewport({ width: 390, height: 844 }).then(
  () => 'accepted',
  (error) => error.message.split(' emulation.')[0].split('\n')[0],
);
console.log(`setViewport({width: 390, height: 844}): ${outcome}`);
await browser.close();
JS
node try.mjs "$(command -v firefox-esr)" >seen
cat seen
grep -q '^loads a page: yes$' seen
grep -q '^setViewport.*: Protocol error (emulation.setScreenOrientationOverride): unknown command' seen
