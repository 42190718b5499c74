/** Checks the base URL, the keys and the bodies that commands take. Messages never contain a key. */
import { basePath } from '../generated/routes.js';
import { UserError } from '../base/user-error.js';

export function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UserError('bad-option', 'The base URL is not an HTTP URL.', {
      hint: `Expected a URL such as https://host.example${basePath}.`,
    });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UserError('bad-option', 'The base URL has more than a host and a path.', {
      hint: 'Remove user names, passwords, queries and fragments. The key belongs in --api-key.',
    });
  }
  const address = text.replace(/\/+$/, '');
  if (address.endsWith(basePath)) return address;
  throw new UserError('bad-option', `The base URL does not end in ${basePath}.`, {
    hint: `Did you mean ${address}${basePath}?`,
  });
}

/** @throws UserError if the key is missing, or has characters that are not allowed in a header */
export function requireUsableKey(key: string, flag: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  if (key === '') {
    throw new UserError('bad-option', `${flag} is missing.`, {
      hint: `Give the key with ${flag}, or in the environment variable ${variable(flag)}.`,
    });
  }
  throw new UserError(
    'bad-option',
    `The key of ${flag} has spaces or other characters that are not allowed in a header.`,
  );
}

export function jsonValue(text: string, flag: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new UserError('bad-option', `The value of ${flag} is not JSON.`, {
      hint: `Expected JSON such as '{"message":"{{message}}"}'.`,
      cause,
    });
  }
}

const variable = (flag: string) => `DECKHAND_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
