/** How commands connect to a deployment: headers and certificates for gateways. */
import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { UserError } from '../base/user-error.js';
import type { TargetConnection } from '../judge/index.js';
import { readErrorReason } from '../files/file-error-reason.js';
import type { HeaderPairs } from '../journal/exchange.js';
import type { Tls } from '../server/validate-tls.js';
import type { TlsOptions } from '../proxy/connection/tls-context.js';
import type { ConnectionFlags } from './shared-options.js';

/** The text in the help of these commands. */
export const CONNECTION_HELP = `
HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are used, except for this machine. DECKHAND_HEADERS can have several headers, one on each line.
`;

/**
 * The headers for a gateway.
 * @throws UserError if both --basic-auth and --header set `Authorization`
 */
export function gatewayHeaders({ header = [], basicAuth }: ConnectionFlags): HeaderPairs {
  if (basicAuth === undefined) return header;
  if (header.some(([name]) => name.toLowerCase() === 'authorization'))
    throw new UserError('invalid-option', '--basic-auth and --header set the same header, Authorization.', {
      hint: 'Omit one of them.',
    });
  return [...header, ['Authorization', `Basic ${Buffer.from(basicAuth).toString('base64')}`]];
}

/** @throws UserError if a file is missing or has no certificate */
export function readTlsOptions({ ca, insecure, tlsCert, tlsKey }: ConnectionFlags): TlsOptions {
  const clientCertificate = readCertificatePair({ tlsCert, tlsKey });
  return {
    ...(ca !== undefined && { ca: readCaFile(ca) }),
    ...(insecure && { insecure }),
    ...(clientCertificate && { clientCertificate }),
  };
}

/** How the requests reached the target, for reports. Contains no secrets. */
export function describeConnection(flags: ConnectionFlags, proxy: string | undefined): TargetConnection {
  const { header = [], basicAuth, ca, insecure, tlsCert, tlsKey } = flags;
  return {
    ...(insecure && { insecure }),
    ...(proxy !== undefined && { proxy }),
    ...(header.length > 0 && { headers: header.map(([name]) => name) }),
    ...(basicAuth !== undefined && { basicAuth: true }),
    ...(ca !== undefined && { ca }),
    ...(tlsCert !== undefined &&
      tlsKey !== undefined && { clientCertificate: { cert: tlsCert, key: tlsKey } }),
  };
}

/** @throws UserError if the file contains no certificate */
function readCaFile(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    for (const [certificate] of text.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g))
      new X509Certificate(certificate);
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    throw new Error('Expected certificates in PEM, which start with -----BEGIN CERTIFICATE-----.');
  } catch (cause) {
    throw new UserError('invalid-option', `${file} cannot be read as certificates.`, {
      hint: readErrorReason(cause),
      cause,
    });
  }
}

interface TlsFlags {
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

/**
 * @returns undefined without either flag
 * @throws UserError when one of the two is missing or cannot be read
 */
export function readCertificatePair({ tlsCert, tlsKey }: TlsFlags): Tls | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined) throw missingPairError('--tls-key', '--tls-cert');
  if (tlsKey === undefined) throw missingPairError('--tls-cert', '--tls-key');
  return { cert: readPem('--tls-cert', tlsCert), key: readPem('--tls-key', tlsKey) };
}

function readPem(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError('invalid-option', `${flag} ${file} cannot be read. ${readErrorReason(cause)}`, {
      cause,
    });
  }
}

function missingPairError(set: string, missing: string): UserError {
  return new UserError('invalid-option', `${set} requires ${missing}.`, {
    hint: 'HTTPS requires a certificate and its key: --tls-cert cert.pem --tls-key key.pem',
  });
}
