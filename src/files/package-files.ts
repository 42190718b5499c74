/**
 * The files of this package that its code reads. Their paths are written here only, because they are relative: this module is in
 * a folder of `src/`, and the build moves it into a folder of `dist/`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inPackage = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const OPENAPI_YAML = inPackage('openapi/presentation-generation.v1.yaml');
/** The folder of the bundled scenarios. */
export const BUNDLED_SCENARIOS = inPackage('scenarios/');
/** The folder of the pages that vite.pages.config.ts builds. */
export const PAGES_FOLDER = inPackage('dist/pages/');
/** The script that the wall adds to the app in each frame. */
export const FRAME_SCRIPT = inPackage('dist/wall/frame.js');

/** The version of this package. */
export function readPackageVersion(): string {
  return (JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string }).version;
}
