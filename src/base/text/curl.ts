/** Builds curl commands. Every part of a request is safe in every POSIX shell, and curl sends it unchanged. */
import { isSafeText } from './sanitize.js';
import { printfCommand, shellQuote, type ShellExpansion } from './shell-quote.js';

export interface CurlRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, ...value: readonly (string | ShellExpansion)[]])[];
  readonly body?: string | undefined;
  /** The URL as a word of a command line, if it contains a variable. */
  readonly urlWord?: string | undefined;
  /** Options of curl as words of a command line, such as `-k`. Default: `-i`, which prints the headers of the response. */
  readonly options?: readonly string[];
}

/** curl would read a header with another name from a file, or change it. */
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;

/** @param separator what separates the arguments, such as a backslash and a line break */
export function buildCurlCommand(request: CurlRequest, separator = ' '): string {
  const { method, url, headers, body, options = ['-i'] } = request;
  const { urlWord = shellQuote(encodeUrl(url)) } = request;
  const isPiped = body !== undefined && !isSafeText(body);
  const methodOption = method === 'HEAD' ? '--head' : `-X ${shellQuote(method)}`;
  const start = [
    'curl',
    ...options,
    ...pathSafetyOptions(url),
    ...(method === 'GET' ? [] : [methodOption]),
  ].join(' ');
  return [
    isPiped ? `${printfCommand(body)} | ${start}` : start,
    ...headers.flatMap(formatHeaderOption),
    ...(body === undefined ? [] : [isPiped ? '--data-binary @-' : `--data-raw ${shellQuote(body)}`]),
    urlWord,
  ].join(separator);
}

function formatHeaderOption([name, ...value]: CurlRequest['headers'][number]): readonly string[] {
  const isSendable = value.every((part) => typeof part !== 'string' || !/[\0\r\n]/.test(part));
  if (!HEADER_NAME.test(name) || !isSendable) return [];
  // With a colon, curl would omit a header without a value.
  const isEmpty = value.every((part) => typeof part === 'string' && part.trim() === '');
  return [`-H ${isEmpty ? shellQuote(`${name};`) : shellQuote(`${name}: `, ...value)}`];
}

/** curl would change brackets, braces and dots in a path. */
function pathSafetyOptions(url: string): readonly string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
  ];
}

/** curl rejects a URL with a space. Letters of other scripts stay readable. */
const encodeUrl = (url: string): string =>
  url.replace(/[^\x21-\x7e]/gu, (character) =>
    character !== ' ' && isSafeText(character) ? character : encodeCharacter(character),
  );

function encodeCharacter(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
