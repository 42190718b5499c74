/** Before the first browser test: one Chromium for all of them; panel and package built as they are now, not as they were last. */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import config from '../../rolldown.config.js';
import { chromiumOptions } from './find-chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the running browser. */
    readonly chromium: string;
    /** Its program, for those who start one of their own; empty where Playwright finds it by itself. */
    readonly chromiumPath: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [close] = await Promise.all([startChromium(project), buildPanel(), buildPackage()]);
  return close;
}

async function buildPanel(): Promise<void> {
  const configFile = join(import.meta.dirname, '../../vite.panel.config.ts');
  await build({ configFile, logLevel: 'error' });
}

/** The example app and the tests of `deckhand/playwright` have the package as its users have it. */
async function buildPackage(): Promise<void> {
  const { output, ...input } = config;
  const build = await rolldown({ ...input, logLevel: 'silent' });
  await build.write({ ...output, cleanDir: false });
  await build.close();
}

async function startChromium(project: TestProject): Promise<() => Promise<void>> {
  const options = await chromiumOptions();
  const server = await chromium.launchServer(options);
  project.provide('chromium', server.wsEndpoint());
  project.provide('chromiumPath', options.executablePath ?? '');
  return () => server.close();
}
