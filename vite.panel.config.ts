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

export default defineConfig({
  root: 'src/panel',
  // It is served below `/_deckhand/`, and that may itself be below something.
  base: './',
  publicDir: false,
  plugins: [contract],
  build: {
    outDir: '../../dist/panel',
    emptyOutDir: true,
    target: 'es2022',
    // Every file of its own: the policy allows no `data:` scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'docs/index.html'].map((page) => join(import.meta.dirname, 'src/panel', page)),
    },
  },
});
