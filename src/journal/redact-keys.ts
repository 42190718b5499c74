/** Replaces known API keys by their marks, in every encoding, wherever they occur in an exchange. */
import type { HeaderPairs, WireBody } from './exchange.js';
import { redactFields, redactText } from './redact.js';

/** A key, and the mark that replaces it. */
export interface Secret {
  readonly key: string;
  readonly mark: string;
}

const MIN_LENGTH = 4;

export interface KeyRedactor {
  readonly text: (text: string) => string;
  readonly headers: (headers: HeaderPairs) => HeaderPairs;
  readonly body: (body: WireBody) => WireBody;
}

export function keyRedactor(secrets: readonly Secret[]): KeyRedactor {
  const spellings = secrets.flatMap(({ key, mark }) => {
    // A shorter key would match unrelated text.
    if (key.length < MIN_LENGTH) return [];
    const encoded = /^[\u0000-\u00ff]*$/.test(key) ? [btoa(key)] : [];
    const all = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...encoded];
    return [...new Set(all)].map((spelling) => ({ spelling, mark }));
  });
  // Replaces longer strings first, because one key can be the prefix of another.
  spellings.sort((one, two) => two.spelling.length - one.spelling.length);
  const clean = (text: string) =>
    spellings.reduce((rest, { spelling, mark }) => redactText(rest, spelling, mark), text);
  return {
    text: clean,
    headers: (headers) => headers.map(([name, value]) => [clean(name), clean(value)]),
    body: (body) => {
      const text = body.encoding === 'base64' ? btoa(clean(atob(body.text))) : redactFields(clean(body.text));
      return text === body.text ? body : { ...body, text };
    },
  };
}
