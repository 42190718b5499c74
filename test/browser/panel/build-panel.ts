/** Builds the panel and the reference before the first test of a run, as they are now and not as they were built last. */
import { join } from 'node:path';
import { build } from 'vite';

export default async function buildPanel(): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, '../../../vite.panel.config.ts'),
    logLevel: 'error',
  });
}
