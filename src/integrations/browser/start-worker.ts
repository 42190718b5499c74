/** Starts msw's worker, and explains a missing, invalid or outdated worker file. */
import { clearRealTimeout, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';

/** Real milliseconds. A worker with another protocol never reports that it is ready. */
const WORKER_START_TIMEOUT_MS = 10_000;

/**
 * @param start starts the worker
 * @param url the URL of the worker file
 * @throws UserError if the worker does not start because of its file; otherwise the error of `start`
 */
export async function startWorker(start: () => Promise<unknown>, url: string | URL): Promise<void> {
  let timer: ReturnType<typeof setRealTimeout> | undefined;
  let timedOut = false;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setRealTimeout(() => {
      timedOut = true;
      reject(new Error(`msw's worker at ${url} does not start.`));
    }, WORKER_START_TIMEOUT_MS);
  });
  try {
    await Promise.race([start(), timeout]);
  } catch (error) {
    const issue = await findWorkerFileIssue(url, timedOut);
    if (issue === undefined) throw error;
    throw new UserError('invalid-option', issue, {
      hint:
        'Write it with "npx msw init public/", with the folder that your server serves files from, and reload the page. ' +
        "For another URL, use start({ serviceWorker: { url: '/app/mockServiceWorker.js' } }).",
    });
  } finally {
    clearRealTimeout(timer);
  }
}

/**
 * @param timedOut whether the worker did not report that it is ready
 * @returns what is wrong with the file; undefined if it looks valid
 */
async function findWorkerFileIssue(url: string | URL, timedOut: boolean): Promise<string | undefined> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  if (!response) return `The page cannot load msw's worker from ${url}.`;
  if (!response.ok) return `There is no msw worker at ${url}: the server responds with ${response.status}.`;
  const type = response.headers.get('content-type') ?? 'no content type';
  const text = await response.text();
  if (!/javascript/.test(type) || !text.includes('INTEGRITY_CHECK'))
    return `There is no msw worker at ${url}: the server responds with another file (${type}).`;
  if (!timedOut) return undefined;
  const [, version] = /(?:PACKAGE_VERSION = '|Service Worker \()([\d.]+)/.exec(text) ?? [];
  const found = version === undefined ? 'another version' : `version ${version.replace(/\.$/, '')}`;
  return `msw's worker at ${url} has ${found}, which does not respond to the msw of this page.`;
}
