/** Before the first browser test: Chromium is there to be launched; panel and package are built as they are now, not as they were last. */
import { join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import config from '../../rolldown.config.js';
import { chromiumOptions } from './find-chromium.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly chromium: LaunchOptions;
  }
}

export default async function setUp(project: TestProject): Promise<void> {
  const [chromium] = await Promise.all([chromiumOptions(), buildPanel(), buildPackage()]);
  project.provide('chromium', chromium);
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
