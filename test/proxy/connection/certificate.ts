/** Creates a self-signed certificate: key and certificate in PEM, valid for an hour. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { realNow } from '../../../src/base/real-time.js';

/** A DER value: a tag, a length, and the content. */
function der(tag: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (...bytes: readonly number[]): Buffer => der(0x06, bytes);
const time = (at: number): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${new Date(at)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2, 14)}Z`,
    ),
  );

const ECDSA_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const COMMON_NAME = [0x55, 0x04, 0x03] as const;
const ALTERNATIVE_NAMES = [0x55, 0x1d, 0x11] as const;

/** @param host the host name of the certificate */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(
    der(
      0x31,
      sequence(
        oid(...COMMON_NAME),
        der(0x0c, Buffer.from(`deckhand test ${randomBytes(4).toString('hex')}`)),
      ),
    ),
  );
  const names = sequence(der(0x82, Buffer.from(host)));
  const now = realNow();
  const content = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1, ...randomBytes(8)]),
    ECDSA_SHA256,
    name,
    sequence(time(now - 3_600_000), time(now + 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(...ALTERNATIVE_NAMES), der(0x04, names)))),
  );
  const certificate = sequence(content, ECDSA_SHA256, der(0x03, [0], sign('sha256', content, privateKey)));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trim();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
