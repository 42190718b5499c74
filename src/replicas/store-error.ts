/** The errors of a store: what a server says, as an error for users, or for clients of the API. */
import { UserError } from '../base/user-error.js';

/** Real seconds after which a client can try again. */
export const RETRY_AFTER = 1;

/** The store does not respond. Nothing was changed, unless `isUncertain`. */
export class StoreAway extends UserError {
  /** For Express. */
  readonly status = 503;

  constructor(isUncertain = false) {
    super(
      'store-away',
      isUncertain
        ? 'The connection to the store broke during this request. It is not known whether the request had an effect.'
        : 'The store of this server does not respond. Nothing was changed. Try again later.',
    );
  }
}

/** The store refuses to keep more. Nothing was changed. */
export class StoreFull extends UserError {
  readonly status = 507;

  constructor(reason: string) {
    super('store-full', `The store keeps no more data: ${reason} Nothing was changed.`, {
      hint: 'Raise maxmemory of the store, or reset workspaces.',
    });
  }
}

/** The error for a refusal of the server; undefined when it cannot respond now, and a later attempt can succeed. */
export function fullStore(error: unknown): StoreFull | undefined {
  const text = error instanceof Error ? error.message : '';
  if (/\bOOM\b/.test(text)) return new StoreFull('it has reached its maxmemory.');
  if (/\bMISCONF\b/.test(text)) return new StoreFull('it cannot write to its disk, so it refuses changes.');
  return undefined;
}

/** Why the store is away, in one line. */
export function troubleOf(error: unknown): string {
  const { message = String(error), hint } = error as Partial<UserError>;
  return hint === undefined ? message : `${message} ${hint}`;
}

/** An error at the start. @param shown the address */
export function startError(error: unknown, shown: string): UserError {
  if (error instanceof UserError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const refuse = (what: string, hint: string): UserError =>
    new UserError('bad-store', `${shown}: ${what}`, { hint, cause: error });
  if (/WRONGPASS|invalid (?:username-)?password|AUTH <password> called/i.test(text))
    return refuse(
      'The user or the password is wrong.',
      'Write it as valkey://USER:PASSWORD@HOST, or :PASSWORD@ without a user.',
    );
  if (/NOAUTH/.test(text))
    return refuse('The server needs a password.', 'Write it in the address: valkey://:PASSWORD@HOST.');
  if (/NOPERM/.test(text))
    return refuse(
      `The user may not do this: ${text}`,
      'Allow all commands for the keys {deckhand}:*: ACL SETUSER name ~{deckhand}:* +@all.',
    );
  if (/DB index is out of range/i.test(text))
    return refuse(
      'The server has no database with this number.',
      'Use a smaller number at the end of the address.',
    );
  if (/READONLY/.test(text))
    return refuse('The server is a copy that cannot be written.', 'Give the address of the primary server.');
  if (/\bOOM\b/.test(text))
    return refuse(
      'The store is full: it has reached its maxmemory.',
      'Raise maxmemory, or delete data of other programs.',
    );
  if (/LOADING/.test(text)) return refuse('The server still loads its data.', 'Start again in a moment.');
  if (/ECONNREFUSED/.test(code + text))
    return refuse(
      'No server listens there.',
      'Start one, such as: valkey-server --appendonly yes --appendfsync always',
    );
  if (/certificate/i.test(text))
    return refuse(
      `Its certificate is not trusted: ${text}.`,
      'Name the file of its authority in the variable NODE_EXTRA_CA_CERTS.',
    );
  if (/ENOTFOUND|EAI_AGAIN/.test(code + text))
    return refuse('The host name is not known.', 'Check the name in the address.');
  if (/ETIMEDOUT|timed out|timeout/i.test(code + text))
    return refuse(
      'The server does not respond.',
      'Check host, port and firewall; a server with TLS needs rediss://.',
    );
  if (
    /Protocol error|RESP type|ECONNRESET|Connection is closed|EPIPE|SSL|wrong version number/i.test(
      code + text,
    )
  )
    return refuse(
      `It does not respond as a Valkey or Redis server: ${text}`,
      'Check the port, and write rediss:// if the server uses TLS.',
    );
  if (/unknown command/i.test(text))
    return refuse(
      'The server is too old, or not a Valkey or Redis server.',
      'Use Valkey, or Redis 6.2 or newer.',
    );
  return refuse(text, 'Check the address and the state of the server.');
}
