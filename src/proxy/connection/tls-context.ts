/** The TLS settings of connections to a target: trusted certificates, and the client certificate. */
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import { UserError } from '../../base/user-error.js';

export interface TlsOptions {
  /** Certificates in PEM that are trusted in addition to Node's. */
  readonly ca?: string;
  /** Accepts any certificate. */
  readonly insecure?: boolean;
  /** The client certificate and its key in PEM, for mutual TLS. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string };
}

export interface TlsSettings {
  readonly rejectUnauthorized: boolean;
  readonly secureContext: tls.SecureContext;
}

/**
 * Created once, because reading the certificates takes longer than a handshake.
 * @throws UserError if the client certificate and its key cannot be used
 */
export function createTlsSettings({ ca, insecure = false, clientCertificate }: TlsOptions): TlsSettings {
  try {
    return {
      rejectUnauthorized: !insecure,
      secureContext: tls.createSecureContext({ ...trustedCertificates(ca), ...clientCertificate }),
    };
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new UserError(
      'invalid-option',
      `The certificate of --tls-cert and the key of --tls-key cannot be used. ${TLS_ERROR_REASONS[code] ?? message}`,
      { hint: 'Both are PEM files, without a password.', cause },
    );
  }
}

const TLS_ERROR_REASONS: Readonly<Record<string, string>> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'The key belongs to another certificate.',
  ERR_OSSL_PEM_NO_START_LINE: 'One of them is not in PEM.',
  ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED: 'The key has a password.',
  ERR_OSSL_BAD_PASSWORD_READ: 'The key has a password.',
};

/** Node adds them to its own list only, which `ca` replaces. It has already warned about a file that cannot be read. */
function readExtraCertificates(): string[] {
  try {
    return [readFileSync(process.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8')];
  } catch {
    return [];
  }
}

function trustedCertificates(ca: string | undefined): Pick<tls.SecureContextOptions, 'ca'> {
  // Newer versions of Node can read the certificates that this machine trusts. Node 20 has only its own list.
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default' | 'system') => string[] };
  const machine = getCACertificates && [...getCACertificates('default'), ...getCACertificates('system')];
  if (ca === undefined && !machine) return {};
  const trusted = machine ?? [...tls.rootCertificates, ...readExtraCertificates()];
  return { ca: [...new Set(trusted), ...(ca === undefined ? [] : [ca])] };
}
