/** Finds out whether a plain HTTP request went to a port that speaks TLS. */
import { connect } from 'node:tls';

export const TLS_PORT_REASON = 'its port speaks TLS: write https:// instead of http://';

const PROBE_TIMEOUT_MS = 1_000;

/** What nginx, Apache and Go respond to such a request, without TLS. */
const RESPONSE_TEXT =
  /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled server|sent an HTTP request to an HTTPS server/;

export const isTlsPortResponse = (status: number, body: Uint8Array): boolean =>
  status === 400 && RESPONSE_TEXT.test(new TextDecoder('latin1').decode(body.subarray(0, 2_000)));

/** Whether the bytes are a TLS record: a handshake or an alert. */
export const isTlsRecord = (bytes: Uint8Array | undefined): boolean =>
  bytes !== undefined && (bytes[0] === 0x15 || bytes[0] === 0x16) && bytes[1] === 0x03;

/** Sends a TLS handshake. Never rejects. */
export function speaksTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: PROBE_TIMEOUT_MS });
    const end = (isTls: boolean): void => {
      resolve(isTls);
      socket.destroy();
    };
    socket.on('secureConnect', () => end(true));
    socket.on('timeout', () => end(false));
    // An alert is an answer in TLS.
    socket.on('error', ({ message }: Error) => end(/\balert\b/.test(message)));
    socket.on('close', () => end(false));
  });
}
