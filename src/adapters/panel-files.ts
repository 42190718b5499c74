/**
 * The control panel as it was built: static files below `/_deckhand/`. They load and run nothing but themselves, and know
 * nothing of who may steer: that is the control API's to say.
 */
import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';

const PANEL = '/_deckhand';

/** The same from `src/adapters/` and from a chunk in `dist/`. */
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

export function addPanel(app: Express): void {
  const files = express.static(BUILT, {
    index: 'index.html',
    redirect: false,
    setHeaders: (response, file) => {
      // A file's name says what is in it: the page alone may change.
      const cache = file.endsWith('.html') ? 'no-store' : 'public, max-age=31536000, immutable';
      response.set({ 'Content-Security-Policy': PANEL_POLICY, 'Cache-Control': cache });
    },
  });
  // Relative, as the server may itself be below something, such as the base of Vite's.
  app.get(/^\/_deckhand$/, (_request, response) => response.redirect(302, '_deckhand/'));
  app.use(PANEL, files);
}
