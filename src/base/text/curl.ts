/** The one builder of curl commands. Every part of a request is safe in every POSIX shell, and curl sends it unchanged. */
import { isNeutral } from './neutral.js';
import { printing, quoted, type Expansion } from './shell.js';

export interface CurlRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, ...value: readonly (string | Expansion)[]])[];
  readonly body?: string | undefined;
  /** The address as a word of a command line, if it has a variable. */
  readonly address?: string | undefined;
  /** Options of curl as words of a command line, such as `-k`. Default: `-i`, which prints the head of the response. */
  readonly options?: readonly string[];
}

/** curl reads a header with another name as the name of a file, or changes it. */
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;

/** @param gap what separates the arguments, such as a backslash and a line break */
export function curlCommand(request: CurlRequest, gap = ' '): string {
  const { method, url, headers, body, options = ['-i'] } = request;
  const { address = quoted(encodedUrl(url)) } = request;
  const isPiped = body !== undefined && !isNeutral(body);
  const how = method === 'HEAD' ? '--head' : `-X ${quoted(method)}`;
  const start = ['curl', ...options, ...pathOptions(url), ...(method === 'GET' ? [] : [how])].join(' ');
  return [
    isPiped ? `${printing(body)} | ${start}` : start,
    ...headers.flatMap(headerOption),
    ...(body === undefined ? [] : [isPiped ? '--data-binary @-' : `--data-raw ${quoted(body)}`]),
    address,
  ].join(gap);
}

function headerOption([name, ...value]: CurlRequest['headers'][number]): readonly string[] {
  const isSendable = value.every((part) => typeof part !== 'string' || !/[\0\r\n]/.test(part));
  if (!HEADER_NAME.test(name) || !isSendable) return [];
  // With a colon, curl would leave out a header without a value.
  const isEmpty = value.every((part) => typeof part === 'string' && part.trim() === '');
  return [`-H ${isEmpty ? quoted(`${name};`) : quoted(`${name}: `, ...value)}`];
}

/** curl would change brackets, braces and dots in a path. */
function pathOptions(url: string): readonly string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(?:[/?#]|$)/.test(url) ? ['--path-as-is'] : []),
  ];
}

/** curl refuses an address with a blank. Letters of other scripts are readable as they are. */
const encodedUrl = (url: string): string =>
  url.replace(/[^\x21-\x7e]/gu, (character) =>
    character !== ' ' && isNeutral(character) ? character : encodeCharacter(character),
  );

function encodeCharacter(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
