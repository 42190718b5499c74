/** Builds the control panel and the API reference into `dist/panel/`, which the server hands out as it is. */
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { readDocuments } from './openapi/generate/document.js';

/** The document that the reference is drawn from, as JSON beside its page. */
const contract: Plugin = {
  name: 'contract-document',
  async generateBundle() {
    const { presentation } = await readDocuments(import.meta.dirname);
    this.emitFile({ type: 'asset', fileName: 'docs/contract.json', source: JSON.stringify(presentation) });
  },
};

/** The licences of everything that is bundled, beside it: most of them ask for that. */
const LICENSES = 'LICENSES.md';

/** Fails the build when a package is in a chunk and its licence is not in the file. */
const licensed: Plugin = {
  name: 'licences-are-complete',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const file = bundle[LICENSES];
      const text = file?.type === 'asset' ? String(file.source) : '';
      // A heading and something below it: a name alone gives nobody a licence.
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

export default defineConfig({
  root: 'src/panel',
  // It is served below `/_deckhand/`, and that may itself be below something.
  base: './',
  publicDir: false,
  plugins: [contract, licensed],
  build: {
    outDir: '../../dist/panel',
    emptyOutDir: true,
    license: { fileName: LICENSES },
    target: 'es2022',
    // Every file of its own: the policy allows no `data:` scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'docs/index.html'].map((page) => join(import.meta.dirname, 'src/panel', page)),
    },
  },
});
