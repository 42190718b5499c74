/** Explains a failed connection to a target or a proxy, and names the option that helps. */

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections (ECONNREFUSED)',
  ENOTFOUND: 'its host name does not exist (ENOTFOUND)',
  EAI_AGAIN: 'its host name cannot be resolved at the moment (EAI_AGAIN)',
  EHOSTUNREACH: 'there is no network route to it (EHOSTUNREACH)',
  ENETUNREACH: 'there is no network route to it (ENETUNREACH)',
  ETIMEDOUT: 'it does not accept connections (ETIMEDOUT)',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host name. --insecure accepts any certificate',
  CERT_HAS_EXPIRED: 'its certificate has expired. --insecure accepts any certificate',
};

/** Node's message, with the code ECONNRESET. */
export const HANDSHAKE_CLOSED =
  'Client network socket disconnected before secure TLS connection was established';

/** OpenSSL's messages, by cause. Older versions of Node have the code EPROTO for all of them. */
const TLS_REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /wrong version number|packet length too long|unknown protocol|http request/i,
    'its port does not speak TLS. For plain HTTP, write http:// instead of https://',
  ],
  [
    /protocol version|unsupported protocol|version too low/i,
    'it supports no version of TLS that Node accepts: TLS 1.2 and 1.3',
  ],
  [
    /disconnected before secure TLS connection/i,
    'it closed the connection during the TLS handshake. For plain HTTP, write http:// instead of https://',
  ],
];

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
  const tlsReason = TLS_REASONS.find(
    ([pattern]) => pattern.test(message) || pattern.test(code.replaceAll('_', ' ')),
  );
  if (tlsReason) return tlsReason[1];
  if (REASONS[code] !== undefined) return REASONS[code];
  if (UNTRUSTED.test(code))
    return `its certificate is not trusted: ${message}. Add the certificate of its issuer with --ca FILE`;
  if (/alert /i.test(message)) return `it rejects the TLS connection: ${lastAlert(message)}`;
  return message === '' ? code : message;
}

/** OpenSSL's messages have several parts with colons; the readable one is near the end. */
const lastAlert = (message: string): string => /alert [\w ]+/i.exec(message)?.[0] ?? message;
