/** Validates the URL of the app: whether it is on this machine, and whether it responds. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { UserError } from '../base/user-error.js';
import { isLoopback } from '../base/loopback.js';

/** Real time for the first response, because a dev server compiles its first page. */
const APP_TIMEOUT_MS = 60_000;

/**
 * @param allowed host names of other machines, in lower case
 * @throws UserError when it is not an HTTP URL, or not on this machine
 */
export function parseAppUrl(text: string, allowed: readonly string[] = []): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError('invalid-option', `"${text.slice(0, 100)}" is not an HTTP URL.`, {
      hint: 'Expected the URL of your app, such as http://localhost:5173.',
    });
  if (url.username !== '' || url.password !== '')
    throw new UserError('invalid-option', 'The URL of the app has a user name or a password.', {
      hint: 'Remove them.',
    });
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (!isLoopback(host) && !allowed.includes(host))
    throw new UserError('not-allowed', `${host} is not on this machine.`, {
      hint: `Allow it with --allow-app-host ${host}.`,
    });
  return url;
}

/** @throws UserError when nothing responds at the URL */
export async function assertAppResponds(target: URL, timeoutMs = APP_TIMEOUT_MS): Promise<void> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  await new Promise<void>((resolve, reject) => {
    const probe = request(target, {
      headers: { accept: 'text/html' },
      agent: false,
      rejectUnauthorized: false,
    });
    probe.setTimeout(timeoutMs, () => probe.destroy(new Error('it takes too long')));
    probe.on('response', (response) => {
      response.destroy();
      resolve();
    });
    probe.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new UserError(
          'unreachable',
          `No app responds at ${target.origin} (${cause.code ?? cause.message}).`,
          {
            hint: 'Start your app first, then deckhand wall.',
            cause,
          },
        ),
      ),
    );
    probe.end();
  });
}
