/** Builds the control panel, the API reference and the page of the wall into `dist/pages/`. The servers serve these files unchanged. */
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { readDocuments } from './openapi/document.js';
import { renderReference } from './openapi/reference/render-page.js';

const { presentation } = await readDocuments(import.meta.dirname);

/** Writes the API reference into its page, and its document as JSON next to it. */
const reference: Plugin = {
  name: 'api-reference',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('<!-- reference -->', () => renderReference(presentation)),
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'openapi.json', source: JSON.stringify(presentation) });
  },
};

/** The licences of all bundled packages. Most licences require their text in a copy. */
const LICENSES = 'LICENSES.md';

/** Fails the build if the licence of a bundled package is not in the file. */
const licensed: Plugin = {
  name: 'licences-are-complete',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const file = bundle[LICENSES];
      const text = file?.type === 'asset' ? String(file.source) : '';
      // Counts a package only if there is text below its heading.
      const named = new Set([...text.matchAll(/^## (\S+) - \S+ .*\n\n\S/gm)].map(([, name]) => name));
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const packages = new Set(modules.flatMap((id) => packageOf(id) ?? []));
      const missing = [...packages].filter((name) => !named.has(name));
      if (packages.size === 0 || missing.length > 0)
        this.error(`${LICENSES} has no licence of ${missing.join(', ') || 'anything'}.`);
    },
  },
};

function packageOf(module: string): string | undefined {
  const inside = module.split('/node_modules/').at(-1);
  return inside === module ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(inside ?? '')?.[0];
}

/** The HTML file of each page in `src/`, and the path from its URL to the folder that its server serves. */
const PAGES: Readonly<Record<string, string>> = {
  'panel/index.html': './',
  'reference/page/index.html': '../',
  'wall/page/index.html': './',
};

export default defineConfig({
  root: 'src',
  publicDir: false,
  experimental: {
    // Relative, because the panel is served below `/_deckhand/`, which can itself be below another path.
    renderBuiltUrl: (file, { hostType, hostId }) =>
      hostType === 'html' ? `${PAGES[hostId]}${file}` : { relative: true },
  },
  plugins: [reference, licensed],
  build: {
    outDir: '../dist/pages',
    emptyOutDir: true,
    license: { fileName: LICENSES },
    target: 'es2022',
    // No inlined assets: the content security policy forbids `data:` scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.keys(PAGES).map((page) => join(import.meta.dirname, 'src', page)),
    },
  },
});
