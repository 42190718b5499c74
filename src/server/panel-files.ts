/**
 * The control panel as it was built: static files below `/_deckhand/`. They load and run nothing but themselves, and know
 * nothing of who may steer: that is the control API's to say.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';

const PANEL = '/_deckhand';

/** The same from `src/server/` and from a chunk in `dist/`. */
const BUILT = fileURLToPath(new URL('../../dist/panel/', import.meta.url));

/** Its own scripts, styles and answers, and nothing of anybody else's; nobody may put it in a frame and have it clicked. */
export const PANEL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Of the reference: what draws it styles itself by attributes, and by a style element that it writes the theme into. A style
 * can run nothing; with neither images nor connections to elsewhere, it cannot tell anybody anything either.
 */
const DOCS_POLICY = PANEL_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

export function addPanel(app: Express): void {
  const files = express.static(BUILT, {
    index: 'index.html',
    redirect: false,
    setHeaders: (response, file) => {
      // The name of a script or a style says what is in it.
      const cache = /\.(?:html|json|md)$/.test(file) ? 'no-store' : 'public, max-age=31536000, immutable';
      const policy = file.endsWith(join('docs', 'index.html')) ? DOCS_POLICY : PANEL_POLICY;
      response.set({ 'Content-Security-Policy': policy, 'Cache-Control': cache });
    },
  });
  // Relative, as the server may itself be below something, such as the base of Vite's.
  app.get(/^\/_deckhand$/, (_request, response) => response.redirect(302, '_deckhand/'));
  app.get(/^\/_deckhand\/docs$/, (_request, response) => response.redirect(302, 'docs/'));
  app.use(PANEL, files);
}
