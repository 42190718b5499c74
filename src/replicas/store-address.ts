/** Reads the address of a store: `valkey://[user:password@]host[:port][/database]`. Errors never show the password. */
import { UserError } from '../base/user-error.js';

export interface StoreAddress {
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly isTls: boolean;
  /** The address without user and password, for messages. */
  readonly shown: string;
}

const SCHEMES = ['valkey:', 'redis:', 'valkeys:', 'rediss:'];
const DEFAULT_PORT = 6379;

/** @throws UserError when it is not the address of a store */
export function readStoreAddress(text: string): StoreAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !SCHEMES.includes(url.protocol) || url.hostname === '')
    throw refuse(
      'It is not the address of a store.',
      'Write valkey://HOST:PORT, such as valkey://localhost:6379.',
    );
  const { protocol, hostname, port, username, password, pathname, search, hash } = url;
  const [, database = '0'] = /^\/(\d{0,5})$/.exec(pathname || '/') ?? [undefined, undefined, ''];
  if (!/^(?:\/\d{0,5})?$/.test(pathname))
    throw refuse(
      `Its path is ${pathname}.`,
      'The path is the number of a database: valkey://localhost:6379/1.',
    );
  if (search !== '' || hash !== '')
    throw refuse('It has parameters.', 'Write only user, password, host, port and database.');
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? DEFAULT_PORT : Number(port),
    database: Number(database || 0),
    username: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    isTls: protocol.endsWith('s:') && protocol !== 'redis:',
    shown: `${protocol}//${hostname}:${port || DEFAULT_PORT}${database === '0' || database === '' ? '' : `/${database}`}`,
  };
}

function refuse(what: string, hint: string): UserError {
  return new UserError('bad-option', `The store cannot be used. ${what}`, { hint });
}
