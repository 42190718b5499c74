/**
 * Everything that the mock server serves in addition to the API, on Express: the control API, the OpenAPI document, the panel,
 * and the pages of presentations.
 */
import { join } from 'node:path';
import express, { type Express } from 'express';
import { problems } from '../../generated/problems.js';
import { type ControlOptions, createControlApi } from '../control/routes.js';
import type { Deckhand } from '../../app/deckhand.js';
import { OPENAPI_YAML, PAGES_FOLDER } from '../../files/package-files.js';
import { sanitizeLine } from '../../base/text/sanitize.js';
import { hasDoubleSlash, suggestOperation } from '../../service/nearest-operation.js';
import { sendProblem } from '../../transports/send-problem.js';
import { NOT_FOUND_POLICY, renderNotFound } from './not-found-page.js';
import { renderPresentationPage } from './presentation-page.js';
import { getOrCreateRequestId } from '../../transports/request-id.js';
import { isLoopbackSocket } from '../control/authorize.js';
import { findRunningWall } from '../find-wall.js';

/** @param control without it, there is no control API */
export function createPageRoutes(deckhand: Deckhand, control?: ControlOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  if (control) app.use(createControlApi(deckhand, control));
  app.use((_request, response, next) => {
    response.set({
      'Content-Security-Policy': NOT_FOUND_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    next();
  });

  app.get('/view/:workspace/:id', (request, response) => {
    const { workspace, id } = request.params;
    const { status, html, headers } = renderPresentationPage(deckhand, workspace, id, PANEL_RELATIVE_URL);
    response.status(status).set(headers).send(html);
  });

  addOpenApiFiles(app, deckhand.requestMatcher.basePath);
  addPanel(app);
  app.get('/', (_request, response) => response.redirect('_deckhand/'));

  app.use((request, response) => {
    const { basePath } = deckhand.service.shared;
    const path = sanitizeLine(request.path).slice(0, 200);
    const nearest = suggestOperation(request.path, request.method);
    const slashes = hasDoubleSlash(request.path) ? ' It contains a double slash.' : '';
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest.replace(' /', ` ${basePath}/`)}?`;
    sendNotFound(request, response, 404, `No page at ${path}.${slashes}${hint} The API is at ${basePath}.`);
  });
  app.use(
    (error: unknown, request: express.Request, response: express.Response, next: express.NextFunction) => {
      if (response.headersSent) return next(error);
      const status = expressErrorStatus(error);
      sendNotFound(
        request,
        response,
        status,
        status < 500 ? 'This URL cannot be decoded.' : 'The mock server failed.',
      );
    },
  );
  return app;
}

/**
 * The OpenAPI document in YAML and JSON, and a health check.
 * @param basePath for clients that discover the path of the API
 */
function addOpenApiFiles(app: Express, basePath: string): void {
  app.get('/_deckhand/openapi.yaml', (_request, response) => {
    response.type('application/yaml').sendFile(OPENAPI_YAML);
  });
  app.get('/_deckhand/openapi.json', (_request, response) =>
    response.sendFile('openapi.json', { root: PAGES_FOLDER }),
  );
  app.get('/_deckhand/health', (_request, response) => {
    response.json({ status: 'ok', base_path: basePath });
  });
}

/** Relative, because the server can be below another path. */
const PANEL_RELATIVE_URL = '../../_deckhand/';

/** HTML for browsers, problem+json for API clients. */
function sendNotFound(
  request: express.Request,
  response: express.Response,
  status: number,
  detail: string,
): void {
  if (request.accepts(['json', 'html']) === 'html') {
    response.status(status).type('html').send(renderNotFound(detail, '/_deckhand/'));
    return;
  }
  const code = status === 404 ? 'unknown_path' : status < 500 ? 'bad_request' : 'internal_error';
  const requestId = getOrCreateRequestId(request.get('x-request-id'));
  sendProblem(response, status, code, problems[code].title, { requestId, detail });
}

/** The status of an error that Express created, such as 400 for a path that cannot be decoded. */
function expressErrorStatus(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}

/** Allows only their own scripts, styles and responses. Forbids frames, which prevents clickjacking. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The HTML file of each page by its path. */
const PAGE_FILES = {
  '/_deckhand/': 'panel/index.html',
  '/_deckhand/docs/': 'reference/page/index.html',
  '/_deckhand/LICENSES.md': 'LICENSES.md',
};

function addPanel(app: Express): void {
  // Relative, because the server can be below another path, such as Vite's base.
  app.get(/^\/_deckhand$/, (_request, response) => response.redirect(302, '_deckhand/'));
  app.get(/^\/_deckhand\/docs$/, (_request, response) => response.redirect(302, 'docs/'));
  for (const [path, file] of Object.entries(PAGE_FILES))
    app.get(path, (_request, response, next) => {
      response.set('Content-Security-Policy', PAGE_POLICY);
      // Without a build, the page does not exist.
      response.sendFile(file, { root: PAGES_FOLDER, cacheControl: false }, (error) => error && next());
    });
  app.get('/_deckhand/wall', async (request, response) => {
    // Browsers of other machines cannot open a wall of this one.
    response.json({ url: isLoopbackSocket(request.socket) ? await findRunningWall() : undefined });
  });
  // The names of scripts and styles contain a hash of their content.
  app.use(
    '/_deckhand/assets',
    express.static(join(PAGES_FOLDER, 'assets'), {
      index: false,
      redirect: false,
      setHeaders: (response) =>
        void response.setHeader('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
}
