/** The production build of the example app, in a folder of a test. */
import { join } from 'node:path';
import { build, preview } from 'vite';

export interface ServedDeckApp {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveDeckApp(outDir: string): Promise<ServedDeckApp> {
  const root = join(import.meta.dirname, '../../examples/deck-app');
  const own = { root, configFile: false, logLevel: 'silent' } as const;
  // What the app reads of the environment is fixed in the build.
  const { env } = process;
  process.env = { ...env, NODE_ENV: 'production', VITE_API_KEY: 'the-key-of-the-app' };
  await build({ ...own, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...own, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  process.env = env;
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
