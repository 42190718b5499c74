/** Reads what only `verify` takes: an address of the service, keys, and bodies. Never repeats a key in a message. */
import { basePath } from '../generated/routes.js';
import { UserError } from '../user-error.js';

export function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UserError('bad-option', 'The base address is no HTTP address.', {
      hint: `Expected one such as https://host.example${basePath}.`,
    });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UserError('bad-option', 'The base address has more than a host and a path.', {
      hint: 'Leave out names, passwords, queries and fragments; the key goes into --api-key.',
    });
  }
  const address = text.replace(/\/+$/, '');
  if (address.endsWith(basePath)) return address;
  throw new UserError('bad-option', `The base address does not end in ${basePath}.`, {
    hint: `Did you mean ${address}${basePath}?`,
  });
}

/** @throws UserError when the key is missing, or no header can carry it */
export function usableKey(key: string, flag: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  if (key === '') {
    throw new UserError('bad-option', `No key was given with ${flag}.`, {
      hint: `It may also stand in ${variable(flag)}.`,
    });
  }
  throw new UserError(
    'bad-option',
    `The key given with ${flag} has blanks or other characters that no header can carry.`,
  );
}

export function jsonValue(text: string, flag: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new UserError('bad-option', `The value of ${flag} is no JSON.`, {
      hint: `Expected something like '{"message":"{{message}}"}'.`,
      cause,
    });
  }
}

const variable = (flag: string) => `DECKHAND_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
