/** Generates viewer-assets.ts and report-assets.ts: bundled inline styles and scripts with their CSP hashes. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { typescriptFile, type GeneratedFile } from './generated-file.js';

/** These browsers support `light-dark()` and container units, so Vite does not rewrite them. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

const INTERFACE = `export interface InlineAsset {
  readonly text: string;
  /** For the content security policy. */
  readonly hash: string;
}
`;

interface Bundle {
  readonly styleOf: (name: string) => string;
  readonly script: string;
}

/** The assets of the page of a presentation, and of pages without slides. */
export async function generateViewerAssets(root: string): Promise<GeneratedFile> {
  const { styleOf, script } = await bundle(root, [
    'src/viewer/viewer.ts',
    'src/server/pages/not-found-page.css',
  ]);
  const body = `${INTERFACE}
export const viewerStyle: InlineAsset = ${toInlineAsset(styleOf('viewer'))};

/** The style of pages without slides. */
export const notFoundStyle: InlineAsset = ${toInlineAsset(styleOf('not-found-page'))};

export const viewerScript: InlineAsset = ${toInlineAsset(script)};
`;
  return typescriptFile('viewer-assets', 'src/viewer/* and src/server/pages/not-found-page.css', body);
}

/** The report of a check. */
export async function generateReportAssets(root: string): Promise<GeneratedFile> {
  const { styleOf } = await bundle(root, ['src/judge/render/report.css']);
  const body = `${INTERFACE}
export const reportStyle: InlineAsset = ${toInlineAsset(styleOf('report'))};
`;
  return typescriptFile('report-assets', 'src/judge/render/report.css', body);
}

async function bundle(root: string, inputs: readonly string[]): Promise<Bundle> {
  const bundled = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      cssTarget: BROWSERS,
      modulePreload: false,
      rolldownOptions: { input: inputs.map((name) => join(root, name)) },
    },
  })) as Rolldown.RolldownOutput;
  const { output } = bundled;
  const scripts = output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  const styles = output.flatMap((file) => (file.type === 'asset' ? [file] : []));
  const styleOf = (name: string): string =>
    String(styles.find(({ fileName }) => fileName.includes(`/${name}-`))?.source ?? '');
  return { script: scripts[0] ?? '', styleOf };
}

function toInlineAsset(bundled: string): string {
  const text = bundled.trim();
  // The text is inline in a page.
  if (text === '' || /<\/|<!--/.test(text))
    throw new Error('An inline file must have a text without </ and <!--');
  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return JSON.stringify({ text, hash });
}
