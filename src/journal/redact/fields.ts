/** Removes secrets that no list of keys has: by the names of parameters and fields, and by their shapes. */
import { keyMark } from './mark.js';
import { hasSecretWord, isSecretName } from './names.js';

/** A parameter of an address or of a form. */
const PARAMETER = /([?&]|^)([\w.%[\]-]{1,64})=(?!\[redacted)([^&#\s"'<>\\]+)/g;

/** The name of a field of JSON, also of JSON in a string, where its quotes have backslashes. */
const FIELD = /(\\*)"((?:[^"\\]|\\+u[\da-f]{4}){1,64})\1"\s*:\s*/gi;

/** The credentials in an address, such as that of a database. */
const USER = /\b([a-z][a-z\d+.-]{1,20}:\/\/)[^\s/?#@:"'<>\\]{0,200}:[^\s/?#@"'<>\\]{1,200}@/gi;

/** A JSON web token, and the keys of services that begin with their kind. */
const SHAPES =
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|\b(?:sk|rk)_(?:live|test)_\w{10,}|\bgh[opsu]_\w{30,}|\bAKIA[\dA-Z]{16}\b|\bxox[abprs]-[\w-]{10,}/g;

/** JSON, a form or another text without secrets. */
export function withoutFields(text: string): string {
  const shapeless = withoutShapes(text);
  if (!hasSecretWord(shapeless)) return shapeless;
  return withoutParameters(withoutNamedValues(shapeless), keyMark());
}

function withoutShapes(text: string): string {
  const clean = /eyJ|_live_|_test_|gh[opsu]_|AKIA|xox/.test(text) ? text.replaceAll(SHAPES, keyMark()) : text;
  return clean.includes('://') && clean.includes('@') ? clean.replaceAll(USER, `$1${keyMark()}@`) : clean;
}

/** An address or a form without the values of parameters that usually hold a secret. */
export function withoutParameters(text: string, mark: string): string {
  if (!text.includes('=') || !hasSecretWord(text)) return text;
  return text.replaceAll(PARAMETER, (parameter, before: string, name: string) =>
    isSecretName(name) || name.toLowerCase() === 'key' ? `${before}${name}=${mark}` : parameter,
  );
}

function withoutNamedValues(text: string): string {
  let clean = '';
  let end = 0;
  FIELD.lastIndex = 0;
  for (let match = FIELD.exec(text); match; match = FIELD.exec(text)) {
    const [, escape = '', name = ''] = match;
    const from = FIELD.lastIndex;
    if (!isSecretName(unescaped(name))) continue;
    const value = withoutValue(text, from, escape);
    clean += text.slice(end, from) + value.clean;
    end = value.to;
    FIELD.lastIndex = end;
  }
  return clean + text.slice(end);
}

const unescaped = (name: string): string =>
  name.replaceAll(/\\+u([\da-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));

/**
 * A JSON value with marks for its strings and numbers, also inside lists and objects. The body can be cut.
 * @param escape the backslashes before each quote
 */
function withoutValue(text: string, from: number, escape: string): { clean: string; to: number } {
  const mark = `${escape}"${keyMark()}${escape}"`;
  const token = new RegExp(
    `(${escape.replaceAll('\\', '\\\\')}")|(-?\\d[\\d.eE+-]*)|([[{])|([\\]}])|[\\s,]+|\\w+`,
    'y',
  );
  let clean = '';
  let depth = 0;
  for (let at = from; at < text.length;) {
    token.lastIndex = at;
    const [all, quote, number, open, close] = token.exec(text) ?? [];
    if (all === undefined || (depth === 0 && at > from)) return { clean, to: at };
    let to = at + all.length;
    if (quote !== undefined) {
      to = endOfString(text, to, escape);
      const colon = /^\s*:\s*/.exec(text.slice(to, to + 20))?.[0];
      const isName = depth > 0 && colon !== undefined;
      clean += isName ? text.slice(at, to + colon.length) : mark;
      if (isName) to += colon.length;
    } else clean += number === undefined ? all : mark;
    depth += open === undefined ? (close === undefined ? 0 : -1) : 1;
    if (depth <= 0) return { clean, to };
    at = to;
  }
  return { clean, to: text.length };
}

/** The end of a string: a quote with the same number of backslashes. */
function endOfString(text: string, from: number, escape: string): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > from && text[at - slashes - 1] === '\\') slashes += 1;
    if (slashes === escape.length || (escape === '' && slashes % 2 === 0)) return at + 1;
  }
  return text.length;
}
