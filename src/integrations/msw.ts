/** `deckhand/msw`: the mock server as request handlers for msw 2 and 3, in Node or in a browser. */
import type { HttpHandler } from 'msw';
import { createDeckhand, Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import { createHandlers } from './msw/handlers.js';

/**
 * Handlers for the seven operations and their preflights. They do not match other requests, unless
 * `onUnhandledRequest` is `error`.
 * @param options the options of the mock server, or an existing mock server
 * @param origin the origin of the API, such as `https://api.example.com`, if the mock server does not have one
 * @throws UserError when an option is invalid
 */
export function deckhandHandlers(options: DeckhandOptions | Deckhand = {}, origin?: string): HttpHandler[] {
  return createHandlers(options instanceof Deckhand ? options : createDeckhand(options), { origin });
}
