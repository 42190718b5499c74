// viewer-files.ts: what the page of a presentation looks like and how one pages through it, bundled to a text each, so that
// every adapter can hand them out, in a browser as well, and the policy of the page can name them.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'vite';
import { typescriptFile, type GeneratedFile } from './generated-file.js';

/** Browsers that know `light-dark()` and container units: what is written for them is not to be rewritten. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

export async function viewerFiles(root: string): Promise<GeneratedFile[]> {
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      cssTarget: BROWSERS,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/panel/viewer/deck.ts') },
    },
  });
  const [{ output } = { output: [] }] = [bundled].flat() as { output: BundledFile[] }[];
  const style = output.find(({ fileName }) => fileName.endsWith('.css'))?.source;
  const script = output.find(({ type }) => type === 'chunk')?.code;
  if (style === undefined || script === undefined) throw new Error('The viewer is a script and a style');
  const body = `
export interface ViewerFile {
  readonly text: string;
  /** As a policy names it. */
  readonly hash: string;
}

export const viewerStyle: ViewerFile = ${fileOf(String(style))};

export const viewerScript: ViewerFile = ${fileOf(script)};
`;
  return [await typescriptFile('viewer-files', 'src/panel/viewer/*', body)];
}

interface BundledFile {
  readonly type: string;
  readonly fileName: string;
  readonly code?: string;
  readonly source?: string | Uint8Array;
}

function fileOf(bundled: string): string {
  const text = bundled.trim();
  // It may stand in a page as it is.
  if (/<\/|<!--/.test(text)) throw new Error('The viewer must not have what ends a script or style');
  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return JSON.stringify({ text, hash });
}
