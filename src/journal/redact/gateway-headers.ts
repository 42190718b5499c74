/** Redacts the headers that a user adds for a gateway in front of the service. */
import type { HeaderPairs } from '../exchange.js';
import { GATEWAY_MARK } from './redaction-mark.js';
import type { Secret } from './redactor.js';

const CREDENTIALS = /^(\w+ +)(.+)$/;

/** Replaces the values of the added headers; the scheme of `Authorization` is kept. */
export function redactGatewayHeaders(headers: HeaderPairs): HeaderPairs {
  return headers.map(([name, value]) => {
    const scheme = name.toLowerCase() === 'authorization' ? CREDENTIALS.exec(value)?.[1] : undefined;
    return [name, `${scheme ?? ''}${GATEWAY_MARK}`];
  });
}

/** The values of the added headers, which a response could contain. A part of the base URL is not a secret. */
export function gatewaySecrets(headers: HeaderPairs, baseUrl: string): readonly Secret[] {
  const url = baseUrl.toLowerCase();
  return headers
    .map(([name, value]) =>
      name.toLowerCase() === 'authorization' ? (CREDENTIALS.exec(value)?.[2] ?? value) : value,
    )
    .filter((key) => !url.includes(key.toLowerCase()))
    .map((key) => ({ key, mark: GATEWAY_MARK }));
}
