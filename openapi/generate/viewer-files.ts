// viewer-files.ts: the styles and the script of the presentation page and the plain pages, each bundled to a string. Every integration can serve
// them, also in a browser, and the content security policy of the page has their hashes.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'vite';
import { typescriptFile, type GeneratedFile } from './generated-file.js';

/** These browsers support `light-dark()` and container units, so Vite does not rewrite them. */
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
      rolldownOptions: {
        input: ['deck.ts', 'plain.css'].map((name) => join(root, 'src/panel/viewer', name)),
      },
    },
  });
  const [{ output } = { output: [] }] = [bundled].flat() as { output: BundledFile[] }[];
  const styleOf = (name: string) =>
    output.find(({ fileName }) => fileName.includes(`/${name}-`) && fileName.endsWith('.css'))?.source;
  const [style, plain] = [styleOf('deck'), styleOf('plain')];
  const script = output.find(({ type }) => type === 'chunk')?.code;
  if (style === undefined || plain === undefined || script === undefined)
    throw new Error('The bundle of the viewer must have a script and two styles');
  const body = `
export interface ViewerFile {
  readonly text: string;
  /** For the content security policy. */
  readonly hash: string;
}

export const viewerStyle: ViewerFile = ${fileOf(String(style))};

/** The style of pages without slides. */
export const plainStyle: ViewerFile = ${fileOf(String(plain))};

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
  // The text is inline in a page.
  if (/<\/|<!--/.test(text)) throw new Error('The viewer must not contain </ or <!--');
  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return JSON.stringify({ text, hash });
}
