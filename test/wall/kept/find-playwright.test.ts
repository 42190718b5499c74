import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startBrowser } from '../../../src/wall/kept/find-playwright.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'deckhand-playwright-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function installed(name: string, code: string): void {
  mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  writeFileSync(join(folder, 'node_modules', name, 'index.js'), code);
}

test('a project without Playwright is told how to install it', async () => {
  await expect(startBrowser(folder, undefined)).rejects.toThrow(
    /^This project has no Playwright, which takes the pictures\.\n {2}Install it: npm install/,
  );
});

test('a Playwright without its browser is told how to install it', async () => {
  installed('playwright', "exports.chromium = { launch: async () => { throw new Error('no executable') } };");
  await expect(startBrowser(folder, undefined)).rejects.toThrow(
    /^Playwright has no Chromium to take pictures with\.\n {2}.*npx playwright install chromium/,
  );
});

test.each(['playwright', '@playwright/test', 'playwright-core'])(
  '%s of the project is used',
  async (name) => {
    installed(name, 'exports.chromium = { launch: async (options) => options };');
    expect(await startBrowser(folder, '/usr/bin/chrome')).toMatchObject({
      executablePath: '/usr/bin/chrome',
    });
  },
);

test('an error inside Playwright is not a missing Playwright', async () => {
  installed('playwright', "throw new Error('broken');");
  await expect(startBrowser(folder, undefined)).rejects.toThrow('broken');
});
