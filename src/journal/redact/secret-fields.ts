/** Redacts the values of parameters and JSON fields with secret names. The text can be truncated JSON. */
import { redactionMark } from './redaction-mark.js';
import { isSecretName } from './secret-names.js';

/** A parameter of a URL or of a form. */
const PARAMETER = /([?&]|^)([\w.%[\]-]{1,64})=(?!\[redacted)[^&#\s"'<>\\]+/g;

/** The name of a JSON field, with the colon before its value. */
const FIELD = /"([\w.-]{1,64})"\s*:\s*/g;

/** A part of a JSON value: a string, a bracket, a separator, or a word such as a number. */
const TOKEN = /\s*("(?:[^"\\]|\\.)*"?|[[\]{}]|[,:]|[^\s,:"[\]{}]+)/y;

export function redactSecretFields(text: string): string {
  return replaceSecretValues(text, () => redactionMark());
}

/** The values that `redactSecretFields` replaces: of parameters decoded, of fields only strings. */
export function secretValuesOf(text: string): readonly string[] {
  const values: string[] = [];
  replaceSecretValues(text, (value) => {
    values.push(value);
    return redactionMark();
  });
  return values;
}

function replaceSecretValues(text: string, replace: (value: string) => string): string {
  const clean = text.includes('"') ? replaceFields(text, replace) : text;
  if (!clean.includes('=')) return clean;
  return clean.replaceAll(PARAMETER, (parameter, separator: string, name: string) =>
    isSecretName(name) || name.toLowerCase() === 'key'
      ? `${separator}${name}=${replace(decodeParameter(parameter.slice(separator.length + name.length + 1)))}`
      : parameter,
  );
}

function decodeParameter(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

function replaceFields(text: string, replace: (value: string) => string): string {
  let clean = '';
  let end = 0;
  for (const { 0: field, 1: name = '', index } of text.matchAll(FIELD)) {
    const from = index + field.length;
    // Inside a value that is already redacted.
    if (index < end || !isSecretName(name)) continue;
    const to = findValueEnd(text, from);
    const value = text.slice(from, to);
    if (/^(?:null|true|false|""|"(?:\w+ )?\[redacted[^"]*"|)$/.test(value)) continue;
    clean += `${text.slice(end, from)}"${replace(/^"(?:[^"\\]|\\.)*"$/.test(value) ? parseString(value) : '')}"`;
    end = to;
  }
  return clean + text.slice(end);
}

function parseString(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

function findValueEnd(text: string, from: number): number {
  let depth = 0;
  TOKEN.lastIndex = from;
  for (let token = TOKEN.exec(text)?.[1]; token !== undefined; token = TOKEN.exec(text)?.[1]) {
    const { lastIndex } = TOKEN;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth <= 0) return lastIndex;
  }
  return text.length;
}
