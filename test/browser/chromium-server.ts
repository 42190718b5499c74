/** Starts one Chromium for all browser tests, before the first of them, and tells them where it is. */
import { chromium } from 'playwright-core';
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

export default async function startChromium(project: TestProject): Promise<() => Promise<void>> {
  const options = await chromiumOptions();
  const server = await chromium.launchServer(options);
  project.provide('chromium', server.wsEndpoint());
  project.provide('chromiumPath', options.executablePath ?? '');
  return () => server.close();
}
