/** `deckhand/express`: the stand-in and its control API as middlewares, for an application that has a server already. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { controlPath } from '../generated/control-routes.js';
import type { ControlPolicy } from './control/guard.js';
import { createDeckhand, Deckhand, type DeckhandOptions } from './deckhand.js';
import { apiPath, createDispatch, type DispatcherOptions } from './http.js';

export interface DeckhandMiddlewareOptions extends DeckhandOptions, DispatcherOptions {}

/** Answers requests below `/api/v1` and hands every other one on. */
export interface DeckhandMiddleware {
  (
    request: IncomingMessage & { originalUrl?: string },
    response: ServerResponse,
    next: (error?: unknown) => void,
  ): void;
  /** The stand-in that answers: its scenarios, clocks and journals. */
  readonly deckhand: Deckhand;
}

/**
 * @param options those of the stand-in, or one that runs already
 * @throws UserError when an option is wrong
 */
export function deckhandMiddleware(options: DeckhandMiddlewareOptions | Deckhand = {}): DeckhandMiddleware {
  const deckhand = options instanceof Deckhand ? options : createDeckhand(options);
  const dispatch = createDispatch(deckhand, options instanceof Deckhand ? {} : options);
  const { basePath } = deckhand.service.world;
  const middleware = (
    request: IncomingMessage & { originalUrl?: string },
    response: ServerResponse,
    next: (error?: unknown) => void,
  ): void => {
    const path = apiPath(request.originalUrl ?? request.url ?? '/', basePath);
    if (path === undefined) next();
    else dispatch(request, response, path).catch(next);
  };
  return Object.assign(middleware, { deckhand });
}

/** A middleware that answers requests below `/_deckhand/api` and hands every other one on. */
export type ControlMiddleware = (
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** The control API of a stand-in. Express is loaded when the first request for it comes. */
export function controlMiddleware(deckhand: Deckhand, policy: ControlPolicy = {}): ControlMiddleware {
  let control: Promise<ControlMiddleware> | undefined;
  return (request, response, next) => {
    const { originalUrl, url = '/' } = request;
    if (apiPath(originalUrl ?? url, controlPath) === undefined) return next();
    // Whoever mounts it below a path has cut that off.
    if (originalUrl !== undefined) request.url = originalUrl;
    control ??= import('./control.js').then(
      ({ createControl }) => createControl(deckhand, policy) as unknown as ControlMiddleware,
    );
    control.then((answer) => answer(request, response, next)).catch(next);
  };
}
