/** Reads the files of `--tls-cert` and `--tls-key`. */
import { readFileSync } from 'node:fs';
import { UserError } from '../base/user-error.js';
import { whyUnread } from '../files/file-trouble.js';
import type { Tls } from '../server/tls.js';

interface TlsFlags {
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

/**
 * @returns undefined without either flag
 * @throws UserError when one of the two is missing or cannot be read
 */
export function readTls({ tlsCert, tlsKey }: TlsFlags): Tls | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined) throw incomplete('--tls-key', '--tls-cert');
  if (tlsKey === undefined) throw incomplete('--tls-cert', '--tls-key');
  return { cert: read('--tls-cert', tlsCert), key: read('--tls-key', tlsKey) };
}

function read(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError('bad-option', `${flag} ${file} cannot be read. ${whyUnread(cause)}`, { cause });
  }
}

function incomplete(set: string, missing: string): UserError {
  return new UserError('bad-option', `${set} also needs ${missing}.`, {
    hint: 'HTTPS needs a certificate and its key: --tls-cert cert.pem --tls-key key.pem',
  });
}
