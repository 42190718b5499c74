/**
 * Everything that the mock server serves in addition to the API, on Express: the control API, the OpenAPI document, the panel,
 * and the pages of presentations.
 */
import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import { problems } from '../../generated/problems.js';
import { type ControlOptions, createControlApi } from '../control/routes.js';
import type { Deckhand } from '../../app/deckhand.js';
import { sanitizeLine } from '../../base/text/sanitize.js';
import { suggestOperation } from '../../service/nearest-operation.js';
import { sendProblem } from '../../transports/send-problem.js';
import { NOT_FOUND_POLICY, renderNotFound } from './not-found-page.js';
import { renderPresentationPage } from './presentation-page.js';
import { getOrCreateRequestId } from '../../transports/request-id.js';
import { loopbackAlias } from '../../base/loopback-alias.js';
import { isLoopbackSocket } from '../control/authorize.js';
import { findRunningWall } from '../find-wall.js';

// The same paths from `src/server/` and from a chunk in `dist/`.
const OPENAPI_YAML = fileURLToPath(
  new URL('../../../openapi/presentation-generation.v1.yaml', import.meta.url),
);
const OPENAPI_JSON = fileURLToPath(new URL('../../../dist/panel/openapi.json', import.meta.url));

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
    const nearest = suggestOperation(request.path);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest.replace(' /', ` ${basePath}/`)}?`;
    sendNotFound(request, response, 404, `No page at ${path}.${hint} The API is at ${basePath}.`);
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
  app.get('/_deckhand/openapi.json', (_request, response) => response.sendFile(OPENAPI_JSON));
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

const PANEL = '/_deckhand';

/** The same path from `src/server/` and from a chunk in `dist/`. */
const PANEL_FOLDER = fileURLToPath(new URL('../../../dist/panel/', import.meta.url));

/** Allows only its own scripts, styles and responses, also those of the loopback alias. Forbids frames, which prevents clickjacking. */
function panelPolicy(host: string | undefined): string {
  const alias = loopbackAlias(`http://${host ?? ''}`);
  return PANEL_CSP_TEMPLATE.replace("connect-src 'self'", (directive) =>
    alias === undefined ? directive : `${directive} ${alias}`,
  );
}

const PANEL_CSP_TEMPLATE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function addPanel(app: Express): void {
  const files = express.static(PANEL_FOLDER, {
    index: 'index.html',
    redirect: false,
    setHeaders: (response, file) => {
      // The names of scripts and styles contain a hash of their content.
      const cache = /\.(?:html|json|md)$/.test(file) ? 'no-store' : 'public, max-age=31536000, immutable';
      const { host } = (response as express.Response).req.headers;
      response.set({ 'Content-Security-Policy': panelPolicy(host), 'Cache-Control': cache });
    },
  });
  // Relative, because the server can be below another path, such as Vite's base.
  app.get(/^\/_deckhand$/, (_request, response) => response.redirect(302, '_deckhand/'));
  app.get(/^\/_deckhand\/docs$/, (_request, response) => response.redirect(302, 'docs/'));
  app.get(`${PANEL}/wall`, async (request, response) => {
    // Browsers of other machines cannot open a wall of this one.
    response.json({ url: isLoopbackSocket(request.socket) ? await findRunningWall() : undefined });
  });
  app.use(PANEL, files);
}
