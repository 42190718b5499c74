/** The production build of the example app, in a folder of a test. */
import { join } from 'node:path';
import { vi } from 'vitest';
import { build, preview } from 'vite';

export interface ServedDeckApp {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveDeckApp(outDir: string): Promise<ServedDeckApp> {
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('VITE_API_KEY', 'the-key-of-the-app');
  const root = join(import.meta.dirname, '../../examples/deck-app');
  const own = { root, configFile: false, logLevel: 'silent' } as const;
  await build({ ...own, build: { outDir, emptyOutDir: true } });
  vi.unstubAllEnvs();
  const server = await preview({ ...own, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
