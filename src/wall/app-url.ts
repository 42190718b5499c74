/** Checks the address of the app: whether it is on this machine, and whether something responds there. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { UserError } from '../base/user-error.js';
import { isLoopback } from '../base/loopback.js';

/** How long an app can take for its first response, in real ms. A dev server compiles its first page. */
const APP_TIMEOUT_MS = 60_000;

/**
 * The origin of the app.
 * @param allowed host names of other machines, in lower case
 * @throws UserError when it is not the address of an app, or not on this machine
 */
export function parseAppUrl(text: string, allowed: readonly string[] = []): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError('invalid-option', `"${text.slice(0, 100)}" is not the address of an app.`, {
      hint: 'Expected an address such as http://localhost:5173.',
    });
  if (url.username !== '' || url.password !== '')
    throw new UserError('invalid-option', 'The address of the app has a user name or a password.', {
      hint: 'Remove them.',
    });
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (!isLoopback(host) && !allowed.includes(host))
    throw new UserError('not-allowed', `${host} is not on this machine.`, {
      hint: `Your app would run there with the clock of the wall. If you want that: --allow-target ${host}.`,
    });
  return url;
}

/** @throws UserError when nothing responds at the address */
export async function assertAppResponds(target: URL, patience = APP_TIMEOUT_MS): Promise<void> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  await new Promise<void>((resolve, reject) => {
    const probe = request(target, {
      headers: { accept: 'text/html' },
      agent: false,
      rejectUnauthorized: false,
    });
    probe.setTimeout(patience, () => probe.destroy(new Error('it takes too long')));
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
