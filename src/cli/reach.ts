/** How `verify` and `record` reach a deployment: headers and certificates for gateways. */
import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { UserError } from '../base/user-error.js';
import type { Access } from '../contract/index.js';
import { whyUnread } from '../files/file-trouble.js';
import type { ReachOptions } from '../app/options/traffic-options.js';
import type { HeaderPairs } from '../journal/exchange.js';
import type { TlsOptions } from '../proxy/reach/tls-context.js';
import { readTls } from './tls-files.js';

/** The text in the help of these commands. */
export const REACH_HELP = `
HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are used, except for addresses of this machine.
DECKHAND_HEADERS can have several headers, one on each line.
`;

/**
 * The headers for a gateway.
 * @throws UserError if both --basic-auth and --header set `Authorization`
 */
export function gatewayHeaders({ header = [], basicAuth }: ReachOptions): HeaderPairs {
  if (basicAuth === undefined) return header;
  if (header.some(([name]) => name.toLowerCase() === 'authorization'))
    throw new UserError('bad-option', '--basic-auth and --header set the same header, Authorization.', {
      hint: 'Leave one out.',
    });
  return [...header, ['Authorization', `Basic ${Buffer.from(basicAuth).toString('base64')}`]];
}

/** @throws UserError if a file is missing or has no certificate */
export function tlsOptions({ ca, insecure, tlsCert, tlsKey }: ReachOptions): TlsOptions {
  const clientCertificate = readTls({ tlsCert, tlsKey });
  return {
    ...(ca !== undefined && { ca: certificates(ca) }),
    ...(insecure && { insecure }),
    ...(clientCertificate && { clientCertificate }),
  };
}

/** How the requests reach the target, for reports. Without secrets. */
export function accessOf(flags: ReachOptions, proxy: string | undefined): Access {
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
function certificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    for (const [certificate] of text.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g))
      new X509Certificate(certificate);
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    throw new Error('Expected certificates in PEM, which start with -----BEGIN CERTIFICATE-----.');
  } catch (cause) {
    throw new UserError('bad-option', `${file} cannot be read as certificates.`, {
      hint: whyUnread(cause),
      cause,
    });
  }
}
