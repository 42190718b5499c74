/**
 * Builds that several test files share: panel and package from the current sources. Each is made when the first test requests
 * it (see built.ts), so that other tests run meanwhile.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { esModules, wallScript } from '../rolldown.config.js';

const MAKERS = {
  panel: buildPanel,
  package: buildPackage,
};

/** The result of each build. */
export interface Built {
  readonly panel: null;
  readonly package: null;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that responds to `/<what>` once it is made. */
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

export async function buildPanel(): Promise<null> {
  const configFile = join(import.meta.dirname, '../vite.pages.config.ts');
  await build({ configFile, logLevel: 'error' });
  return null;
}

/** The example app and the tests of `deckhand/playwright` use the built package, as users do. */
export async function buildPackage(): Promise<null> {
  return buildModules(esModules);
}

/** The script that `deckhand wall` adds to pages. */
export async function buildWallScript(): Promise<null> {
  return buildModules(wallScript);
}

async function buildModules({ output, ...input }: typeof esModules): Promise<null> {
  const build = await rolldown({ ...input, logLevel: 'silent' });
  await build.write({ ...output, cleanDir: false });
  await build.close();
  return null;
}
