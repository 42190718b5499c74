/** Validates a certificate and its key before a server uses them. */
import { createSecureContext } from 'node:tls';
import { UserError } from '../base/user-error.js';

/** In PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** @throws UserError when they cannot be used, or do not match */
export function assertTls(tls: Tls): Tls {
  try {
    createSecureContext(tls);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new UserError(
      'invalid-option',
      `The TLS certificate and its key cannot be used. ${REASONS[code] ?? message}`,
      {
        hint: 'Both are PEM files. `npx mkcert` or `openssl req -x509` creates them.',
        cause,
      },
    );
  }
  return tls;
}

const REASONS: Readonly<Record<string, string>> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'The key belongs to another certificate.',
  ERR_OSSL_PEM_NO_START_LINE: 'One of them is not in PEM.',
};
