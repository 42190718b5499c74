/** Validates the URL of the app: whether it is on this machine, and whether it responds. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { UserError } from '../base/user-error.js';
import { isLoopback } from '../base/loopback.js';
import { connectionFailureReason } from '../proxy/connection/failure-reason.js';
import { isTlsRecord, speaksTls, TLS_PORT_REASON } from '../proxy/connection/tls-probe.js';

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
    probe.on('error', (cause: NodeJS.ErrnoException) => {
      const message = `No app responds at ${target.origin} (${cause.code ?? cause.message}).`;
      void findHint(target, cause).then((hint) =>
        reject(new UserError('unreachable', message, { hint, cause })),
      );
    });
    probe.end();
  });
}

async function findHint(
  { protocol, hostname, port }: URL,
  error: NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array },
): Promise<string> {
  const isRefused = error.code === 'ECONNREFUSED';
  if (protocol === 'https:' && !isRefused && error.code !== undefined)
    return `At this address, ${connectionFailureReason(error)}.`;
  const isTls =
    protocol === 'http:' &&
    !isRefused &&
    (isTlsRecord(error.rawPacket) ||
      (await speaksTls(hostname.replaceAll(/[[\]]/g, ''), Number(port || 80))));
  return isTls ? `At this address, ${TLS_PORT_REASON}.` : 'Start your app first, then deckhand wall.';
}
