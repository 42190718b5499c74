/**
 * Keeps a response from running at our origin, where the panel and the control API are: a recording or a scenario can have a body
 * of HTML with a script. A browser that navigates to it or frames it gets it in a sandbox. Code gets it as it is.
 */

/** Headers that would change this origin, whoever reads the response. */
const OF_THE_ORIGIN =
  /^(?:clear-site-data|refresh|service-worker-allowed|content-security-policy(?:-report-only)?)$/i;

const IN_A_SANDBOX = ['Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff'];

const PAGES = /^(?:document|iframe|frame|object|embed)$/;

/**
 * @param headers of the response, names and values in turn
 * @param header a header of the request, by its name in lower case
 */
export function safeHeaders(
  headers: readonly string[],
  header: (name: string) => string | undefined,
): string[] {
  const safe = headers.filter((_, index) => !OF_THE_ORIGIN.test(headers[index - (index % 2)] ?? ''));
  if (!isNavigation(header)) return safe;
  const own = safe.filter((_, index) => !/^x-content-type-options$/i.test(safe[index - (index % 2)] ?? ''));
  return [...own, ...IN_A_SANDBOX];
}

/**
 * Whether a browser will show the response as a page. To plain HTTP of other hosts it sends no `Sec-Fetch-Dest`, and a service
 * worker hides it behind `empty`: then `Accept` tells.
 */
function isNavigation(header: (name: string) => string | undefined): boolean {
  const destination = header('sec-fetch-dest') ?? 'empty';
  return destination === 'empty' ? header('accept')?.includes('text/html') === true : PAGES.test(destination);
}
