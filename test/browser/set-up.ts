/** Before the first browser test: one Chromium for all of them, and the panel built as it is now, not as it was built last. */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
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
  const [close] = await Promise.all([startChromium(project), buildPanel()]);
  return close;
}

async function buildPanel(): Promise<void> {
  const configFile = join(import.meta.dirname, '../../vite.panel.config.ts');
  await build({ configFile, logLevel: 'error' });
}

async function startChromium(project: TestProject): Promise<() => Promise<void>> {
  const options = await chromiumOptions();
  const server = await chromium.launchServer(options);
  project.provide('chromium', server.wsEndpoint());
  project.provide('chromiumPath', options.executablePath ?? '');
  return () => server.close();
}
