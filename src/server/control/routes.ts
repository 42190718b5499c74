/**
 * The control API on Express, below `/_deckhand/api`. It checks the sender, reads the input, and runs the verb of the route.
 * The same verbs exist in process.
 */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { ControlProblem } from '../../generated/control-api.js';
import { controlPath, type ControlRoute, controlRoutes } from '../../generated/control-routes.js';
import { runControlOperation } from '../../service/control/control-operations.js';
import { authorizeControlRequest, isLoopbackAliasPage } from './authorize.js';
import { controlProblem, toControlProblem } from './control-problem.js';
import type { Deckhand } from '../../app/deckhand.js';
import { readBodyText } from '../../transports/http-request.js';

/** What the panel may send from the other name of this machine. */
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, PUT, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Access-Control-Max-Age': '600',
};

export interface ControlOptions {
  /** Required in every request. Without it, only this machine can use the control API. */
  readonly token?: string | undefined;
  /** Called with every bug in the handling of a request. The client gets a 500. */
  readonly onBug?: (error: unknown) => void;
}

export function createControlApi(deckhand: Deckhand, options: ControlOptions = {}): Express {
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  app.use(controlPath, (request, response, next) => {
    response.set({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    if (isLoopbackAliasPage(request.headers)) {
      response.set({ 'Access-Control-Allow-Origin': request.headers.origin, Vary: 'Origin' });
      if (request.method === 'OPTIONS') return void response.set(PREFLIGHT_HEADERS).status(204).end();
    }
    const foreign = authorizeControlRequest(request, options.token);
    if (!foreign) return next();
    sendProblem(deckhand, response, controlProblem(foreign.code, foreign.detail));
  });
  for (const route of controlRoutes) {
    const path = controlPath + route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app[route.method](path, (request: Request, response: Response) =>
      respond(deckhand, route, request, response),
    );
  }
  for (const path of new Set(controlRoutes.map((route) => route.path))) {
    const methods = controlRoutes
      .filter((route) => route.path === path)
      .map(({ method }) => method.toUpperCase());
    app.all(controlPath + path.replaceAll(/\{(\w+)\}/g, ':$1'), (request, response) => {
      response.set('Allow', methods.join(', '));
      const detail = `${request.path} takes ${methods.join(', ')}.`;
      sendProblem(deckhand, response, controlProblem('method_not_allowed', detail));
    });
  }
  app.use(controlPath, (request, response) => {
    const shown = request.path.slice(0, 200);
    const detail = `The control API has no ${shown}.`;
    sendProblem(deckhand, response, controlProblem('unknown_path', detail));
  });
  app.use(controlPath, (error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    const problem = toControlProblem(error) ?? expressProblem(error);
    if (!problem) options.onBug?.(error);
    sendProblem(
      deckhand,
      response,
      problem ?? controlProblem('internal_error', 'This is a bug in Deckhand.'),
    );
  });
  return app;
}

async function respond(deckhand: Deckhand, route: ControlRoute, request: Request, response: Response) {
  const body = await controlBody(request, route);
  if ('problem' in body) return sendProblem(deckhand, response, body.problem);
  const reply = await runControlOperation(deckhand.control, route.operationId, {
    params: request.params as Record<string, string>,
    query: { ...request.query },
    body: body.value,
  });
  // A new key is shown this once.
  const shown = route.operationId === 'createApiKey' ? reply : deckhand.service.redactor.redactValue(reply);
  response.status(route.successStatus).json(shown);
}

function sendProblem(
  { service }: Pick<Deckhand, 'service'>,
  response: Response,
  problem: ControlProblem,
): void {
  if (problem.code === 'content_too_large') response.set('Connection', 'close');
  // Express would add a charset, which this media type does not have.
  response
    .writeHead(problem.status, { 'Content-Type': 'application/problem+json' })
    .end(JSON.stringify(service.redactor.redactValue(problem)));
}

/** The problem for errors of Express itself, such as a path that cannot be decoded. */
function expressProblem(error: unknown): ControlProblem | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status !== 'number' || status >= 500) return undefined;
  return controlProblem('invalid_input', 'The path cannot be read.', [
    { pointer: '', detail: 'needs a path that can be decoded' },
  ]);
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml\s*(?:;|$)/i;

/** The limit in bytes, and that of a saved state. */
const MAX_BODY_BYTES = 1_048_576;
const MAX_SNAPSHOT_BYTES = 64 * MAX_BODY_BYTES;

export type ControlBody =
  { readonly value: unknown } | { readonly problem: ReturnType<typeof controlProblem> };

async function controlBody(request: Request, route: ControlRoute): Promise<ControlBody> {
  if (!route.requestSchema) return { value: undefined };
  const most = route.operationId === 'restoreSnapshot' ? MAX_SNAPSHOT_BYTES : MAX_BODY_BYTES;
  const parsed = request.body as unknown;
  // Earlier middleware, such as `express.json()`, has already read it.
  if (request.readableEnded && parsed !== undefined) return { value: parsed };
  const read = await readBodyText(request, most);
  if (!read || 'tooLarge' in read)
    return { problem: controlProblem('content_too_large', `The body may have at most ${most} bytes.`) };
  const { text } = read;
  const type = request.header('content-type') ?? '';
  if (route.takesYaml && YAML_TYPE.test(type)) {
    if (text !== '') return { value: { yaml: text } };
    const fault = { pointer: '', detail: 'is empty; it must be the text of a scenario' };
    return { problem: controlProblem('malformed_body', 'The body is empty.', [fault]) };
  }
  if (text === '') return { value: undefined };
  if (!JSON_TYPE.test(type)) {
    const types = `application/json${route.takesYaml ? ' or application/yaml' : ''}`;
    const detail = `Send the body as ${types}, not as "${type.slice(0, 100)}".`;
    return { problem: controlProblem('unsupported_media_type', detail) };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const { message } = error as SyntaxError;
    const fault = { pointer: '', detail: `is not valid JSON: ${message}` };
    return { problem: controlProblem('malformed_body', `${message}.`, [fault]) };
  }
}
