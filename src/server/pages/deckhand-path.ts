/** Recognizes the paths of the panel, the API reference, the OpenAPI document, the health check and the control API. */
import { apiPath } from '../../transports/http-dispatcher.js';

export const isDeckhandPath = (url: string): boolean => apiPath(url, '/_deckhand') !== undefined;
