/** The address at which a presentation is viewed: what it cannot be, and the rule about equal ones. Sections 1 and 2.1. */
import { fieldOf } from '../../base/json.js';
import type { Call } from '../../trace/call.js';
import { operationOf, originOf } from '../../trace/operation.js';
import type { Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import type { Finding, Rule } from '../rule.js';
import { inWords } from '../words.js';
import { warn } from './findings.js';
import { hasMissingPart, isReadable } from './missing-value.js';
import { noPresentation } from './reasons.js';
import { pathIn } from './compared-fields.js';
import type { ValueFault } from './timestamp.js';

export const urlRules: readonly Rule[] = [
  {
    id: 'presentation/url-is-its-own',
    sections: ['1', '2.1'],
    level: 'should',
    title: 'Different presentations have different urls',
    reading: 'The same url for two presentations is a warning: one page may show all of them.',
    judge: (trace) => {
      const shown = trace.presentations.flatMap(firstOf);
      const firsts = new Map<unknown, Snapshot>();
      const findings: Finding[] = [];
      for (const snapshot of shown) {
        const url = fieldOf(snapshot.value, 'url');
        const first = firsts.get(url);
        if (typeof url === 'string' && first) findings.push(sameUrl(url, snapshot, first));
        else firsts.set(url, snapshot);
      }
      return { checked: shown.length > 1 ? shown.length : 0, findings, notReached: noPresentation };
    },
  },
];

/** The first fetch of a presentation, or else its first view: a view may have a preliminary address. */
function firstOf({ snapshots }: Trace['presentations'][number]): readonly Snapshot[] {
  const first = snapshots.find(({ source }) => source === 'fetched') ?? snapshots[0];
  return first ? [first] : [];
}

function sameUrl(actual: string, snapshot: Snapshot, first: Snapshot): Finding {
  return warn('two presentations have the same url', {
    expected: inWords('an address of its own'),
    actual,
    path: pathIn(snapshot, 'url'),
    call: snapshot.call,
    comparedWith: first.call,
  });
}

export function judgeUrl(url: string, call: Call, { options }: Trace): ValueFault | undefined {
  if (url.trim() === '') return { kind: 'fail', expected: 'must not be blank' };
  if (hasMissingPart(url) || !isReadable(url))
    return { kind: 'fail', expected: 'must be the address of a page, without a placeholder' };
  return isOperation(url, call, options.baseUrl)
    ? { kind: 'fail', expected: 'must be the address of a page, and not of an operation' }
    : undefined;
}

/** Whether it is a path, or an address of the service itself, where an operation answers. A browser has no key for it. */
function isOperation(url: string, { exchange }: Call, baseUrl: string | undefined): boolean {
  const isOwn = url.startsWith('/') || originOf(url) === originOf(exchange.request.url);
  return isOwn && operationOf('GET', url, baseUrl) !== undefined;
}
