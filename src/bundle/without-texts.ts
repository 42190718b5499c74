/** Replaces the texts of users in exchanges by placeholders: prompts, titles, questions, errors and slides. */
import { bodyOfText } from '../journal/body.js';
import type { Exchange, HeaderPairs, WireBody } from '../journal/exchange.js';
import { anonymised } from '../replay/anonymise.js';
import type { Anonymiser } from '../replay/anonymiser.js';

/** Headers with nothing but technique. Other headers of a service can contain anything. */
const PLAIN_HEADERS = new Set([
  'accept',
  'allow',
  'authorization',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'host',
  'location',
  'retry-after',
  'transfer-encoding',
  'x-api-key',
  'x-request-id',
]);

export function exchangeWithoutTexts(exchange: Exchange, names: Anonymiser): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      url: request.url.replace(/\?.*$/s, ''),
      headers: plainHeaders(request.headers),
      ...(request.body && { body: bodyWithoutTexts(request.body, names) }),
    },
    ...(response && {
      response: {
        ...response,
        headers: plainHeaders(response.headers),
        ...(response.body && { body: bodyWithoutTexts(response.body, names) }),
      },
    }),
  };
}

function plainHeaders(headers: HeaderPairs): HeaderPairs {
  return headers.filter(([name]) => PLAIN_HEADERS.has(name.toLowerCase()));
}

function bodyWithoutTexts(body: WireBody, names: Anonymiser): WireBody {
  if (body.cut) return { text: '', bytes: body.bytes, cut: true };
  try {
    return bodyOfText(JSON.stringify(anonymised(JSON.parse(body.text), [], names)));
  } catch {
    return bodyOfText(names.text('Text', body.text));
  }
}
