/** Conditional requests of a presentation: 304 says that it is still what an earlier response showed. Sections 4.2 and 4.7. */
import { getField } from '../../base/json.js';
import { getHeader } from '../../journal/exchange.js';
import { getJson } from '../model/body.js';
import { endedBefore, getSentTitle, isRename, type Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import type { Finding, Rule } from '../rule.js';
import { createRule, violation } from './create-rule.js';

const CONDITIONS = [
  ['if-none-match', 'etag'],
  ['if-modified-since', 'last-modified'],
] as const;

export const conditionalRequestRules: readonly Rule[] = [
  createRule({
    id: 'rename/ends-not-modified',
    sections: ['4.2', '4.7'],
    level: 'should',
    title: 'A presentation that was renamed is not reported as unchanged',
    interpretation: 'Warns if a conditional GET with the validator from before a rename gets 304.',
    select: ({ calls }) =>
      calls.filter((call) => call.operation === 'getPresentation' && isConditional(call) && call.status > 0),
    notCovered: 'no conditional GET of a presentation (the responses have neither ETag nor Last-Modified)',
    check: checkNotModified,
  }),
];

const isConditional = ({ exchange }: Call): boolean =>
  CONDITIONS.some(([condition]) => getHeader(exchange.request.headers, condition) !== undefined);

function checkNotModified(call: Call, trace: Trace): Finding | undefined {
  if (call.status !== 304) return undefined;
  const rename = trace
    .getPresentation(call.id)
    ?.patches.findLast((patch) => patch.isSuccess && isRename(patch) && endedBefore(patch, call));
  const source =
    rename &&
    trace
      .callsFor('getPresentation', call.id)
      .find(
        (fetch) =>
          endedBefore(fetch, rename) &&
          hasSameValidator(fetch, call) &&
          getField(getJson(fetch.responseBody), 'title') !== getSentTitle(rename),
      );
  return (
    source &&
    violation('a conditional GET returns 304 although the title has changed', {
      expected: 200,
      actual: 304,
      call,
      comparedWith: source,
      about: rename,
      downgrade: 'the spec does not mention conditional requests',
    })
  );
}

function hasSameValidator({ exchange: { response } }: Call, { exchange: { request } }: Call): boolean {
  return CONDITIONS.some(([condition, validator]) => {
    const sent = getHeader(request.headers, condition);
    return sent !== undefined && getHeader(response?.headers ?? [], validator) === sent;
  });
}
