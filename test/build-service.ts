/**
 * What several test files need and one process has to make: panel and package as they are now, not as they were built last,
 * and the bundled Chromium unpacked. Made when the first test asks for it (see built.ts), so that the others go on meanwhile.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import config from '../rolldown.config.js';
import { chromiumOptions } from './browser/find-chromium.js';

const MAKERS = { chromium: chromiumOptions, panel: buildPanel, package: buildPackage };

/** What each of them has to say of itself; nothing, mostly. */
export interface Built {
  readonly chromium: Awaited<ReturnType<typeof chromiumOptions>>;
  readonly panel: null;
  readonly package: null;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that answers `/<what>` once it is made. */
    readonly buildService: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => void> {
  const made = new Map<string, Promise<unknown>>();
  const server = createServer((request, response) => {
    const what = (request.url ?? '').slice(1) as keyof Built;
    const making = made.get(what) ?? MAKERS[what]();
    made.set(what, making);
    making.then(
      (said) => response.end(JSON.stringify(said)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('buildService', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function buildPanel(): Promise<null> {
  const configFile = join(import.meta.dirname, '../vite.panel.config.ts');
  await build({ configFile, logLevel: 'error' });
  return null;
}

/** The example app and the tests of `deckhand/playwright` have the package as its users have it. */
async function buildPackage(): Promise<null> {
  const { output, ...input } = config;
  const build = await rolldown({ ...input, logLevel: 'silent' });
  await build.write({ ...output, cleanDir: false });
  await build.close();
  return null;
}
