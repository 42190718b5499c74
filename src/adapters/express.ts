/** `deckhand/express`: the stand-in as a middleware, for an application that has a server already. */
import type { IncomingMessage, ServerResponse } from 'node:http';
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
