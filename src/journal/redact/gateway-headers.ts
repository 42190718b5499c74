/** Headers that a user adds for a gateway in front of the service. Their values are secrets, but not keys of the service. */
import type { HeaderPairs } from '../exchange.js';
import { GATEWAY_MARK } from './redaction-mark.js';
import type { Secret } from './redactor.js';

const CREDENTIALS = /^(\w+ +)(.+)$/;

/** The added headers with marks for their values; the scheme of `Authorization` stays. */
export function redactGatewayHeaders(headers: HeaderPairs): HeaderPairs {
  return headers.map(([name, value]) => {
    const scheme = name.toLowerCase() === 'authorization' ? CREDENTIALS.exec(value)?.[1] : undefined;
    return [name, `${scheme ?? ''}${GATEWAY_MARK}`];
  });
}

/** The values of added headers, which a response could repeat. A part of the address is not a secret. */
export function gatewaySecrets(headers: HeaderPairs, baseUrl: string): readonly Secret[] {
  const address = baseUrl.toLowerCase();
  return headers
    .map(([name, value]) =>
      name.toLowerCase() === 'authorization' ? (CREDENTIALS.exec(value)?.[2] ?? value) : value,
    )
    .filter((key) => !address.includes(key.toLowerCase()))
    .map((key) => ({ key, mark: GATEWAY_MARK }));
}
