/**
 * The control API on Express, below `/_deckhand/api`: authorizes the request, reads its input, and runs the operation of the route.
 */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { ControlProblem } from '../../generated/control-api.js';
import { controlFreeTexts } from '../../generated/control-free-texts.js';
import { controlPath, type ControlRoute, controlRoutes } from '../../generated/control-routes.js';
import { runControlOperation } from '../../service/control/control-operations.js';
import { authorizeControlRequest } from './authorize.js';
import { controlProblem, toControlProblem } from './control-problem.js';
import type { Deckhand } from '../../app/deckhand.js';
import { readControlBody } from './read-body.js';
import { scenarioEditing } from './scenario-editing.js';

export interface ControlOptions {
  /** Required in every request. Without it, only this machine can use the control API. */
  readonly token?: string | undefined;
  /** Called with every bug in the handling of a request. The client gets a 500. */
  readonly onBug?: (error: unknown) => void;
}

export function createControlApi(deckhand: Deckhand, options: ControlOptions = {}): Express {
  if (options.token !== undefined) deckhand.service.redactor.addPermanentKey(options.token);
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  app.use(controlPath, (request, response, next) => {
    response.set({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    const rejection = authorizeControlRequest(request, options.token);
    if (!rejection) return next();
    sendProblem(deckhand, response, controlProblem(rejection.code, rejection.detail));
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
      const detail = `${request.path} accepts ${methods.join(', ')}.`;
      sendProblem(deckhand, response, controlProblem('method_not_allowed', detail));
    });
  }
  app.use(controlPath, (request, response) => {
    const detail = `The control API has no ${request.path.slice(0, 200)}.`;
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
  const body = await readControlBody(request, route);
  if ('problem' in body) return sendProblem(deckhand, response, body.problem);
  const context = { ...deckhand.control, editing: scenarioEditing };
  const result = await runControlOperation(context, route.operationId, {
    params: request.params as Record<string, string>,
    query: { ...request.query },
    body: body.value,
  });
  const { successStatus, responseSchema = '' } = route;
  response
    .status(successStatus)
    .json(deckhand.service.redactor.redactValue(result, responseSchema, controlFreeTexts));
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
    .end(JSON.stringify(service.redactor.redactValue(problem, 'ControlProblem', controlFreeTexts)));
}

/** The problem for errors of Express itself, such as a path that cannot be decoded. */
function expressProblem(error: unknown): ControlProblem | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (typeof status !== 'number' || status >= 500) return undefined;
  return controlProblem('invalid_input', 'The path cannot be read.', [
    { pointer: '', detail: 'must be a path that can be decoded' },
  ]);
}
