/** What goes into the service, whatever carries it: plain values, nothing of HTTP libraries or fetch. */

export interface ApiRequest {
  readonly method: string;
  /** The path below the base path, undecoded, without the query: `/templates`. */
  readonly path: string;
  /** A request header by its name in small letters. */
  header(name: string): string | undefined;
  /** The body as text; `undefined` when there is none, `tooLarge` when it was not read to its end. */
  readonly body: string | undefined | { readonly tooLarge: true };
  /** Names the exchange, in the response's `X-Request-Id` and in problems. */
  readonly requestId: string;
  /** The real time, in milliseconds since 1970. */
  readonly at: number;
}
