/**
 * Compares the played responses of a job with the recorded ones, call by call: how the connection ended, the status, the headers
 * that clients act on, and the whole body. Ids, times, addresses and replaced texts can be others, if they always stand for the
 * same. What was not recorded is never equal.
 */
import type { Exchange } from '../journal/exchange.js';
import { counted } from '../base/counted.js';
import { parsePointer } from '../base/json-pointer.js';
import { fill } from '../base/placeholders.js';
import { anonymised, type IdPlaceholders } from './anonymise.js';
import type { Anonymiser } from './anonymiser.js';
import { causeOf } from './cause.js';
import { kindOf, type Pairs, shownValue, valueDifferences } from './compare-values.js';
import type { Call } from './call.js';
import { idsOf } from './recorded-ids.js';
import { readResponse, type RecordedResponse } from './recorded-response.js';
import type { JobCall, RecordedJob } from './recorded-jobs.js';

/** What differs. `not-recorded`: the recording does not show it, so nothing can be said. */
export const DIFFERENCE_KINDS = [
  'status',
  'header',
  'body',
  'connection',
  'not-recorded',
  'left-out',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  /** Undefined for a difference of the whole recording. */
  readonly call: Call | undefined;
  /** A sentence. */
  readonly text: string;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** The ids, times and so on that were mapped. */
  readonly pairs: Pairs;
}

/** @param pairs what was mapped before */
export function compareReplay(played: readonly PlayedCall[], names: Anonymiser, pairs: Pairs): Comparison {
  const differences = played.flatMap(({ call, job, exchange }): Difference[] => {
    const found = differenceOf(call, exchange, { ids: idsOf(job, call), names, pairs });
    const where = `${call.operation} ${call.ordinal} at ${(Math.max(0, call.after) / 1000).toFixed(1)}s`;
    return found ? [{ ...found, call, text: `${where}: ${found.text}` }] : [];
  });
  return { differences, pairs };
}

/** A recorded call with the exchange of its replay. */
export interface PlayedCall {
  readonly call: JobCall;
  /** The job that the call is about. */
  readonly job: RecordedJob | undefined;
  readonly exchange: Exchange;
}

interface Sides {
  readonly ids: IdPlaceholders;
  readonly names: Anonymiser;
  readonly pairs: Pairs;
}

type Found = Omit<Difference, 'call'> | undefined;

function differenceOf(call: JobCall, exchange: Exchange, sides: Sides): Found {
  const { response: recorded } = call;
  const played = readResponse(exchange);
  if (recorded.kind === 'broken') return brokenDifference(call, recorded, played);
  if (recorded.status === 304)
    return { kind: 'not-recorded', text: 'the browser had the response in its cache (304).' };
  if (played.kind === 'broken')
    return { kind: 'connection', text: `recorded ${recorded.status}, replayed ${ending(played)}.` };
  if (recorded.status !== played.status)
    return { kind: 'status', text: `recorded ${recorded.status}, replayed ${played.status}.` };
  return (
    headerDifference(recorded, played, sides) ??
    bodyDifference(recorded, played, exchange, sides) ??
    requestDifference(call)
  );
}

type Broken = Extract<RecordedResponse, { kind: 'broken' }>;
type Whole = Exclude<RecordedResponse, { kind: 'broken' }>;

function brokenDifference(call: JobCall, recorded: Broken, played: RecordedResponse): Found {
  const cause = causeOf(call);
  if (cause === 'gave-up') return undefined;
  if (cause === 'unknown')
    return {
      kind: 'not-recorded',
      text: 'there is no response, and the recording does not say why. The replay resets the connection.',
    };
  const again = played.kind === 'broken' ? ending(played) : String(played.status);
  const before = cause === 'silence' ? 'no response' : ending(recorded);
  return before === again
    ? undefined
    : { kind: 'connection', text: `recorded ${before}, replayed ${again}.` };
}

function ending({ failure, partialStatus }: Broken): string {
  if (failure === 'truncated') return `${partialStatus ?? 'a response'} with a truncated body`;
  return failure === 'timeout' || failure === 'aborted' ? 'no response' : 'a broken connection';
}

function headerDifference(recorded: Whole, played: Whole, { ids, names, pairs }: Sides): Found {
  const hasBody = recorded.kind !== 'empty' && recorded.kind !== 'missing';
  const [one, two] = [recorded, played].map(
    (response) =>
      new Map([
        ...response.acted,
        ...(response.retryAfter === undefined ? [] : [['Retry-After', response.retryAfter] as const]),
        ...(hasBody && response.mediaType !== undefined
          ? [['Content-Type', response.mediaType] as const]
          : []),
      ]),
  ) as [Map<string, string>, Map<string, string>];
  for (const name of new Set([...one.keys(), ...two.keys()])) {
    const [before, again] = [one.get(name), two.get(name)];
    if (before === again) continue;
    const isSame =
      before !== undefined &&
      again !== undefined &&
      ((name === 'Location' &&
        kindOf(name, before, again) !== undefined &&
        pairs.match('address', before, again)) ||
        anonymised(before, ids, names, 'header') === again);
    if (!isSame)
      return {
        kind: 'header',
        text: `${name}: recorded ${before ?? 'none'}, replayed ${again ?? 'none'}.`,
      };
  }
  return undefined;
}

/** A start or a creation whose request was not recorded. */
function requestDifference({ operation, exchange, response }: JobCall): Found {
  if (operation !== 'startGeneration' || response.status >= 300) return undefined;
  if (exchange.request.body && !exchange.request.body.cut) return undefined;
  return { kind: 'not-recorded', text: 'the body of the start was not recorded; its prompt is unknown.' };
}

function bodyDifference(recorded: Whole, played: Whole, exchange: Exchange, sides: Sides): Found {
  if (recorded.kind === 'missing')
    return { kind: 'not-recorded', text: 'the body was not recorded, so it cannot be compared.' };
  if (recorded.kind === 'empty')
    return exchange.response?.body ? { kind: 'body', text: 'recorded no body, replayed one.' } : undefined;
  if (recorded.kind === 'text') {
    const again = played.kind === 'text' ? played.text : undefined;
    const isSame = again === recorded.text || again === sides.names.text('Text', recorded.text);
    return isSame
      ? undefined
      : {
          kind: 'body',
          text: `recorded ${shownValue(recorded.text)} that is not JSON, replayed another body.`,
        };
  }
  if (played.kind !== 'json') return { kind: 'body', text: 'recorded JSON, replayed another body.' };
  const found = jsonDifferences(recorded.value, played.value, sides);
  const [first] = found;
  if (!first) return undefined;
  const more = found.length > 1 ? `, and ${counted(found.length - 1, 'more field')} differ` : '';
  const where = first.pointer === '' ? '' : ` at ${first.pointer}`;
  return {
    kind: 'body',
    text: `the body${where}: recorded ${shownValue(first.one)}, replayed ${shownValue(first.other)}${more}.`,
  };
}

function jsonDifferences(recorded: unknown, played: unknown, { ids, names, pairs }: Sides) {
  const found = ids.map(([id, placeholder]) => [placeholder.slice(1, -1), pairs.of('id', id)] as const);
  const expected = fill(anonymised(recorded, ids, names), Object.fromEntries(found));
  return valueDifferences(recorded, played, (one, other, name, pointer) => {
    if (valueAt(expected, pointer) === other) return true;
    const kind = kindOf(name, one, other);
    return kind !== undefined && pairs.match(kind, one, other);
  });
}

function valueAt(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined,
    value,
  );
}
