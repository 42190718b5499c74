/** Explains a failed connection to a target or a proxy, and names the option that helps. */

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections (ECONNREFUSED)',
  ENOTFOUND: 'its host name does not exist (ENOTFOUND)',
  EAI_AGAIN: 'its host name cannot be resolved at the moment (EAI_AGAIN)',
  EHOSTUNREACH: 'there is no network route to it (EHOSTUNREACH)',
  ENETUNREACH: 'there is no network route to it (ENETUNREACH)',
  ETIMEDOUT: 'it does not accept connections (ETIMEDOUT)',
  EPROTO: 'its port does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'its port does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'its port does not speak TLS',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host name. --insecure accepts any certificate',
  CERT_HAS_EXPIRED: 'its certificate has expired. --insecure accepts any certificate',
};

/** OpenSSL's error codes for a certificate without a trusted issuer. */
const UNTRUSTED = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/;

/** The alerts of a server that requires a client certificate, or another one. */
const CLIENT_CERTIFICATE =
  /alert (?:certificate required|bad certificate|unknown ca|handshake failure)|ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED/i;

/** Continues a sentence that starts with the target, such as `https://api.example: it refuses connections`. */
export function connectionFailureReason(error: NodeJS.ErrnoException, proxy?: string): string {
  const { code = '', message } = error;
  const via = proxy === undefined ? '' : ` (through the proxy ${proxy}, from the environment)`;
  return `${reasonFor(code, message)}${via}`;
}

function reasonFor(code: string, message: string): string {
  if (CLIENT_CERTIFICATE.test(message) || CLIENT_CERTIFICATE.test(code))
    return `it rejects the TLS connection: ${lastAlert(message)}. It may require a client certificate: --tls-cert FILE and --tls-key FILE`;
  if (REASONS[code] !== undefined) return REASONS[code];
  if (UNTRUSTED.test(code))
    return `its certificate is not trusted: ${message}. Add the certificate of its issuer with --ca FILE`;
  return message === '' ? code : message;
}

/** OpenSSL's messages have several parts with colons; the readable one is near the end. */
const lastAlert = (message: string): string => /alert [\w ]+/i.exec(message)?.[0] ?? message;
