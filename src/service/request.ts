/** A request to the service, for every transport: plain values, without types of HTTP libraries or Fetch. */

export interface ApiRequest {
  readonly method: string;
  /** The path below the base path, not decoded, without the query: `/templates`. */
  readonly path: string;
  /** With its question mark; absent or empty without one. Only a replay distinguishes queries. */
  readonly query?: string;
  /** A request header. `name` is in lower case. */
  header(name: string): string | undefined;
  /** The body as a string; `undefined` without a body; `tooLarge` if it exceeds the limit. */
  readonly body: string | undefined | { readonly tooLarge: true };
  /** The id of the exchange, for the response's `X-Request-Id` and for problems. */
  readonly requestId: string;
  /** The real time, in milliseconds since 1970. */
  readonly receivedAt: number;
}
