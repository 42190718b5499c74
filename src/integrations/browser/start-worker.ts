/** Starts msw's worker. If its file is missing, is something else or is too old, says so, with the command that writes it. */
import { clearRealTimeout, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';

/** Real milliseconds. A worker of another protocol never reports that it is ready. */
const PATIENCE = 10_000;

/**
 * @param start starts the worker
 * @param url of the worker's file
 * @throws UserError when the file is the reason that the worker does not start; otherwise the error of `start`
 */
export async function startWorker(start: () => Promise<unknown>, url: string | URL): Promise<void> {
  let timer: ReturnType<typeof setRealTimeout> | undefined;
  let isLate = false;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setRealTimeout(() => {
      isLate = true;
      reject(new Error(`msw's worker at ${url} does not start.`));
    }, PATIENCE);
  });
  try {
    await Promise.race([start(), late]);
  } catch (error) {
    const wrong = await wrongFile(url, isLate);
    if (wrong === undefined) throw error;
    throw new UserError('bad-option', wrong, {
      hint:
        'Write it with "npx msw init public/", with the folder that your server serves files from, and reload the page. ' +
        "For another address, use start({ serviceWorker: { url: '/app/mockServiceWorker.js' } }).",
    });
  } finally {
    clearRealTimeout(timer);
  }
}

/**
 * @param isLate whether the worker did not say that it is ready
 * @returns what is wrong with the file; undefined if nothing is known to be wrong
 */
async function wrongFile(url: string | URL, isLate: boolean): Promise<string | undefined> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  if (!response) return `The page cannot load msw's worker from ${url}.`;
  if (!response.ok) return `There is no msw worker at ${url}: the server responds with ${response.status}.`;
  const type = response.headers.get('content-type') ?? 'no content type';
  const text = await response.text();
  if (!/javascript/.test(type) || !text.includes('INTEGRITY_CHECK'))
    return `There is no msw worker at ${url}: the server responds with another file (${type}).`;
  if (!isLate) return undefined;
  const [, version] = /(?:PACKAGE_VERSION = '|Service Worker \()([\d.]+)/.exec(text) ?? [];
  const known = version === undefined ? 'another version' : `version ${version.replace(/\.$/, '')}`;
  return `msw's worker at ${url} is of ${known}, and does not respond to the msw of this page.`;
}
