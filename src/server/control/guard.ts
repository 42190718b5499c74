/**
 * Who may drive the stand-in: tools and pages of its own on this machine. A page of another origin may not, nor may one
 * whose host name was rebound to this machine. Knows nothing of what is asked for.
 */
import { hashKey } from '../../service/keys.js';

export interface ControlPolicy {
  /** Answers whoever reaches it, by whatever name and from whatever page. */
  readonly open?: boolean;
  /** Has to come with every request. */
  readonly token?: string;
  /** Whether other machines may reach it, so that names and origins prove nothing. */
  readonly exposed?: boolean;
}

export interface Stranger {
  readonly code: 'token_required' | 'foreign_origin' | 'foreign_host';
  readonly detail: string;
}

const LOCAL_HOST = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Why a request is not answered; `undefined` when it is. */
export function strangerOf(
  { open = false, token, exposed = false }: ControlPolicy,
  header: (name: string) => string | undefined,
): Stranger | undefined {
  if (token !== undefined && !isToken(header('authorization'), token))
    return { code: 'token_required', detail: 'Send the token as "Authorization: Bearer <token>".' };
  if (open) return undefined;
  if (token === undefined && exposed) {
    const detail =
      'Other machines can reach this server: it needs a control token, or to be opened on purpose.';
    return { code: 'token_required', detail };
  }
  const host = header('host') ?? '';
  if (!isSameOrigin(header('origin'), host) || !isSameSite(header('sec-fetch-site')))
    return { code: 'foreign_origin', detail: 'A page of another origin cannot drive the stand-in.' };
  // Nobody who was tricked knows the token.
  if (token !== undefined || LOCAL_HOST.test(host)) return undefined;
  return {
    code: 'foreign_host',
    detail: `The control API answers to local names, not to "${host.slice(0, 100)}".`,
  };
}

function isToken(authorization: string | undefined, token: string): boolean {
  const sent = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  // Hashes of one length tell nothing by the time that comparing them takes.
  return sent !== undefined && hashKey(sent) === hashKey(token);
}

/** Tools send no origin; a page sends its own. */
function isSameOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
}

function isSameSite(site: string | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}
