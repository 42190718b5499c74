/** Replaces the keys of a run in an exchange by marks: in headers, addresses and bodies. */
import type { Exchange, HeaderPairs, WireBody } from '../../journal/exchange.js';
import { redactHeaders, redactText } from '../../journal/redact.js';

/** A key, and the mark that replaces it. */
export interface Secret {
  readonly key: string;
  readonly mark: string;
}

/**
 * @param mark replaces the key in the headers of this exchange
 */
export function redactExchange(exchange: Exchange, mark: string, secrets: readonly Secret[]): Exchange {
  const clean = keyRedactor(secrets);
  const { request, response } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      url: clean(request.url),
      headers: redactPairs(redactHeaders(request.headers, mark), clean),
      ...(request.body && { body: redactBody(request.body, clean) }),
    },
    ...(response && {
      response: {
        ...response,
        headers: redactPairs(redactHeaders(response.headers, mark), clean),
        ...(response.body && { body: redactBody(response.body, clean) }),
      },
    }),
  };
}

/** Replaces keys in all their encodings. */
export function keyRedactor(secrets: readonly Secret[]): (text: string) => string {
  const spellings = secrets.flatMap(({ key, mark }) => {
    const encoded = /^[\u0000-\u00ff]*$/.test(key) ? [btoa(key)] : [];
    const all = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...encoded];
    return [...new Set(all)].map((spelling) => ({ spelling, mark }));
  });
  // Replaces longer strings first, because one key may be the prefix of another.
  spellings.sort((one, two) => two.spelling.length - one.spelling.length);
  return (text) => spellings.reduce((rest, { spelling, mark }) => redactText(rest, spelling, mark), text);
}

function redactPairs(headers: HeaderPairs, clean: (text: string) => string): HeaderPairs {
  return headers.map(([name, value]) => [clean(name), clean(value)]);
}

function redactBody(body: WireBody, clean: (text: string) => string): WireBody {
  const text = body.encoding === 'base64' ? btoa(clean(atob(body.text))) : clean(body.text);
  return { ...body, text };
}
