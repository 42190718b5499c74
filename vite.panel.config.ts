/** Builds the control panel into `dist/panel/`, which the server hands out as it is. */
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/panel',
  // It is served below `/_deckhand/`, and that may itself be below something.
  base: './',
  publicDir: false,
  build: {
    outDir: '../../dist/panel',
    emptyOutDir: true,
    target: 'es2022',
    // Every file of its own: the policy allows no `data:` scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
