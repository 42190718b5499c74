/** Recognizes requests of web pages that are not of this machine: they could use the credentials that the proxy adds. */
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../base/loopback.js';

/**
 * Programs send none of these headers. A page of another site can hide its `Origin` and its `Referer`, but not `Sec-Fetch-Site`.
 * @param allowed origins of pages that can use the proxy, in addition to those of this machine
 * @returns the origin of the page, or `null` for an unknown one; `undefined` if the request is allowed
 */
export function findCrossOriginPage(
  { origin, referer, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  allowed: readonly string[],
): string | undefined {
  if (origin === undefined && site !== 'cross-site') return undefined;
  const page = parsePageOrigin(origin ?? referer);
  // A page that came through the proxy has the same host as its requests.
  const isAllowed =
    page !== undefined && (isLoopback(page.hostname) || page.host === host || allowed.includes(page.origin));
  return isAllowed ? undefined : (page?.origin ?? 'null');
}

interface PageOrigin {
  readonly origin: string;
  readonly host: string;
  readonly hostname: string;
}

/** @param url an origin, or the URL of a page */
function parsePageOrigin(url = ''): PageOrigin | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || parsed.hostname === '') return undefined;
  const { protocol, host, hostname } = parsed;
  // `origin` is `null` for the schemes of app shells, such as `capacitor://localhost`.
  return { origin: `${protocol}//${host}`, host, hostname };
}
