/** Builds the panel before the first test that opens it, as it is now and not as it was built last. */
import { join } from 'node:path';
import { build } from 'vite';

export default async function buildPanel(): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, '../../../vite.panel.config.ts'),
    logLevel: 'warn',
  });
}
