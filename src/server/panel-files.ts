/**
 * Serves the built control panel: static files below `/_deckhand/`. They load and run only their own files. Access control
 * is the task of the control API.
 */
import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import { twinOf } from '../base/twin.js';
import { isLoopbackSocket } from './control/guard.js';
import { runningWall } from './running-wall.js';

const PANEL = '/_deckhand';

/** The same path from `src/server/` and from a chunk in `dist/`. */
const BUILT = fileURLToPath(new URL('../../dist/panel/', import.meta.url));

/** Allows only its own scripts, styles and responses, also those at the other name of this machine. No other page can put it in a frame, which prevents clickjacking. */
function policyOf(host: string | undefined): string {
  const twin = twinOf(`http://${host ?? ''}`);
  return POLICY.replace("connect-src 'self'", (own) => (twin === undefined ? own : `${own} ${twin}`));
}

const POLICY = [
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
      // The names of scripts and styles contain a hash of their content.
      const cache = /\.(?:html|json|md)$/.test(file) ? 'no-store' : 'public, max-age=31536000, immutable';
      const { host } = (response as express.Response).req.headers;
      response.set({ 'Content-Security-Policy': policyOf(host), 'Cache-Control': cache });
    },
  });
  // Relative, because the server can be below another path, such as Vite's base.
  app.get(/^\/_deckhand$/, (_request, response) => response.redirect(302, '_deckhand/'));
  app.get(/^\/_deckhand\/docs$/, (_request, response) => response.redirect(302, 'docs/'));
  app.get(`${PANEL}/wall`, async (request, response) => {
    // Browsers of other machines cannot open a wall of this one.
    response.json({ url: isLoopbackSocket(request.socket) ? await runningWall() : undefined });
  });
  app.use(PANEL, files);
}
