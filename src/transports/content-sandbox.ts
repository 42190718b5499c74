/** Serves navigations in a content security sandbox, so that a response cannot run scripts at the origin of the control API. */

/** Headers that would affect the whole origin, and not only this response. */
const ORIGIN_WIDE_HEADERS =
  /^(?:clear-site-data|refresh|service-worker-allowed|content-security-policy(?:-report-only)?)$/i;

const SANDBOX_HEADERS = ['Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff'];

const NAVIGATION_DESTINATIONS = /^(?:document|iframe|frame|object|embed)$/;

/**
 * Adds a sandbox to responses that a browser navigates to or frames, because the body of a recording or a scenario can be HTML with
 * a script. Responses to code are unchanged.
 * @param headers of the response, as alternating names and values
 * @param header returns a header of the request, by its name in lower case
 */
export function sandboxNavigations(
  headers: readonly string[],
  header: (name: string) => string | undefined,
): string[] {
  const safe = headers.filter((_, index) => !ORIGIN_WIDE_HEADERS.test(headers[index - (index % 2)] ?? ''));
  if (!isNavigation(header)) return safe;
  const withoutNosniff = safe.filter(
    (_, index) => !/^x-content-type-options$/i.test(safe[index - (index % 2)] ?? ''),
  );
  return [...withoutNosniff, ...SANDBOX_HEADERS];
}

/**
 * Whether a browser will render the response as a page. `Sec-Fetch-Dest` is missing over HTTP on other hosts, and `empty` behind a
 * service worker; then `Accept` decides.
 */
function isNavigation(header: (name: string) => string | undefined): boolean {
  const destination = header('sec-fetch-dest') ?? 'empty';
  return destination === 'empty'
    ? header('accept')?.includes('text/html') === true
    : NAVIGATION_DESTINATIONS.test(destination);
}
