/** The part of the body of a cited exchange that shows a finding. */
import type { Exchange, WireBody } from '../../journal/exchange.js';
import type { Finding } from '../rule.js';
import { splitBody, type BodyLine } from './body-lines.js';
import type { BodyExcerpt, Citations } from './report.js';
import { truncateText } from './truncate.js';

/** The number of lines of an excerpt. */
const MAX_LINES = 12;
/** The number of lines from the field of the finding on. */
const LINES_AFTER = 6;
const OMITTED = '…';
const MAX_LINE_LENGTH = 160;
/** The characters of a body that are searched for the field. */
const MAX_BODY_LENGTH = 200_000;

interface SplitBody {
  readonly side: BodyExcerpt['side'];
  readonly lines: readonly BodyLine[];
}

/**
 * The response, or the request if the exchange has no response body. Requests come first if the finding is about them: of a client, or
 * of the request whose effect it shows.
 */
export function buildExcerpt(
  { request, response }: Exchange,
  role: keyof Citations,
  { path, client }: Pick<Finding, 'path' | 'client'>,
): BodyExcerpt | undefined {
  const names = path === undefined ? [] : splitPath(path);
  const sides = [split('response', response?.body), split('request', request.body)].flatMap(
    (one) => one ?? [],
  );
  if (role === 'effectOf' || client !== undefined) sides.reverse();
  const isFound = ({ lines }: SplitBody): boolean =>
    lines.some((line) => countCommon(line, names) === names.length);
  const chosen = (role === 'exchange' ? undefined : sides.find(isFound)) ?? sides[0];
  return chosen && { side: chosen.side, lines: selectLines(chosen.lines, names) };
}

function split(side: BodyExcerpt['side'], body: WireBody | undefined): SplitBody | undefined {
  if (body === undefined || body.text === '') return undefined;
  return body.encoding === 'base64'
    ? { side, lines: [{ text: `(${body.bytes} bytes that are not UTF-8)`, path: [] }] }
    : { side, lines: splitBody(body.text.slice(0, MAX_BODY_LENGTH)) };
}

/** The lines around the field, or around the object that lacks it. */
function selectLines(lines: readonly BodyLine[], names: readonly string[]): readonly string[] {
  const texts = lines.map(({ text }) => truncateText(text, MAX_LINE_LENGTH));
  if (texts.length <= MAX_LINES) return texts;
  const common = lines.map((line) => countCommon(line, names));
  const field = common.indexOf(Math.max(...common));
  // One line for each omitted part.
  if (field < MAX_LINES - LINES_AFTER) return [...texts.slice(0, MAX_LINES - 1), OMITTED];
  const end = Math.min(texts.length, field + LINES_AFTER);
  return end === texts.length
    ? [OMITTED, ...texts.slice(1 - MAX_LINES)]
    : [OMITTED, ...texts.slice(end + 2 - MAX_LINES, end), OMITTED];
}

/** The number of names of a path that a line has in common with it. 0 for a line beside the path. */
function countCommon({ path }: BodyLine, names: readonly string[]): number {
  return path.length <= names.length && path.every((name, index) => name === names[index]) ? path.length : 0;
}

/** `sections[3].heading` as `sections`, `3`, `heading`. */
const splitPath = (path: string): readonly string[] => path.split(/[.[\]]+/).filter((name) => name !== '');
