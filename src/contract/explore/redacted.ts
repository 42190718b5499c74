/** Takes the keys of a run out of an exchange before anything keeps it: out of headers, addresses and bodies. */
import type { Exchange, HeaderPairs, WireBody } from '../../journal/exchange.js';
import { redactHeaders, redactText } from '../../journal/redact.js';

/** A key, and what stands in its place. */
export interface Secret {
  readonly key: string;
  readonly mark: string;
}

/**
 * @param mark what stands in the place of this request's own key
 */
export function redacted(exchange: Exchange, mark: string, secrets: readonly Secret[]): Exchange {
  const clean = cleaner(secrets);
  const { request, response } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      url: clean(request.url),
      headers: cleanHeaders(redactHeaders(request.headers, mark), clean),
      ...(request.body && { body: cleanBody(request.body, clean) }),
    },
    ...(response && {
      response: {
        ...response,
        headers: cleanHeaders(redactHeaders(response.headers, mark), clean),
        ...(response.body && { body: cleanBody(response.body, clean) }),
      },
    }),
  };
}

/** Replaces every key, however it is spelled. */
export function cleaner(secrets: readonly Secret[]): (text: string) => string {
  const spellings = secrets.flatMap(({ key, mark }) => {
    const encoded = /^[\u0000-\u00ff]*$/.test(key) ? [btoa(key)] : [];
    const all = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...encoded];
    return [...new Set(all)].map((spelling) => ({ spelling, mark }));
  });
  // A key may be the beginning of another.
  spellings.sort((one, two) => two.spelling.length - one.spelling.length);
  return (text) => spellings.reduce((rest, { spelling, mark }) => redactText(rest, spelling, mark), text);
}

function cleanHeaders(headers: HeaderPairs, clean: (text: string) => string): HeaderPairs {
  return headers.map(([name, value]) => [clean(name), clean(value)]);
}

function cleanBody(body: WireBody, clean: (text: string) => string): WireBody {
  const text = body.encoding === 'base64' ? btoa(clean(atob(body.text))) : clean(body.text);
  return { ...body, text };
}
