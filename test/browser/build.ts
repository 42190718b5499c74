/** Builds what the tests of pages open, from the current sources: the package, the panel, and the script of the wall. */
import { buildPackage, buildPanel, buildWallScript } from '../build-service.js';

export default async function build(): Promise<void> {
  const { env } = process;
  // Vite sets NODE_ENV to production, where the mock server refuses to start.
  process.env = { ...env };
  await Promise.all([buildPackage(), buildPanel(), buildWallScript()]);
  process.env = env;
}
