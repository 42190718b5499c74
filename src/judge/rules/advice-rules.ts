/**
 * Advice for the developers of clients: what a service may do, and what a client should expect then. It never fails. Sections 2.2, 4,
 * 4.5, 5, 7 and 8.
 */
import { getField } from '../../base/json.js';
import { groupBy } from '../../base/group-by.js';
import { decodeBase64 } from '../../journal/body.js';
import { getHeader } from '../../journal/exchange.js';
import { endedBefore, hasValidKey, type Call } from '../model/call.js';
import { isGzip, isUtf8 } from '../model/body.js';
import type { JobHistory, PollResult } from '../model/job-history.js';
import type { Trace } from '../model/trace.js';
import type { Finding, Rule } from '../rule.js';

/** The characters of a header that a finding quotes. */
const MAX_QUOTED_LENGTH = 60;

const SHARED_CACHE = /(?:^|[\s,])(?:public|s-maxage)(?:$|[\s,=])/i;

/** An advice, and the call that shows why. */
type Advice = readonly [text: string, call: Call];

interface AdviceRule {
  readonly id: string;
  readonly sections: readonly string[];
  readonly title: string;
  /** What the rule looks at. */
  readonly select: (trace: Trace) => readonly unknown[];
  readonly notCovered: string;
  readonly advise: (trace: Trace) => readonly Advice[];
}

const adviceRuleDefinitions: readonly AdviceRule[] = [
  {
    id: 'advice/progress-may-go-back',
    sections: ['2.2', '4.5'],
    title: 'Do the numbers of progress only grow?',
    select: ({ jobs }) => jobs.filter(({ views }) => views.filter(hasProgress).length > 1),
    notCovered: 'no job with two polls that returned progress',
    advise: ({ jobs }) => jobs.flatMap(findLowerProgress),
  },
  {
    id: 'advice/responses-may-be-cached',
    sections: ['4', '5'],
    title: 'May a shared cache keep responses to a key?',
    select: ({ calls }) => calls.filter((call) => hasValidKey(call) && call.status > 0),
    notCovered: 'no response to a valid key in the traffic',
    advise: ({ calls }) => calls.filter(hasValidKey).flatMap(findSharedCache),
  },
  {
    id: 'advice/retry-after-may-be-unreadable',
    sections: ['7', '8'],
    title: 'Is Retry-After a number of seconds or a date?',
    select: ({ calls }) => calls.filter((call) => getRetryAfter(call) !== undefined),
    notCovered: 'no Retry-After header in the traffic',
    advise: ({ calls }) => calls.flatMap(findUnreadableRetryAfter),
  },
  {
    id: 'advice/bodies-may-not-be-utf-8',
    sections: ['4'],
    title: 'Is each body text in UTF-8?',
    select: ({ calls }) => calls.filter(({ exchange }) => exchange.response?.body !== undefined),
    notCovered: 'no response with a body in the traffic',
    advise: ({ calls }) => calls.flatMap(findOtherEncoding),
  },
];

export const adviceRules: readonly Rule[] = adviceRuleDefinitions.map(
  ({ select, notCovered, advise, ...meta }) => ({
    ...meta,
    level: 'may',
    judge: (trace) => {
      const byText = groupBy(advise(trace), ([text]) => text);
      return {
        checked: select(trace).length,
        findings: [...byText].map(([message, same]): Finding => ({
          severity: 'info',
          message,
          exchange: Math.min(...same.map(([, { exchange }]) => exchange.sequence)),
          ...(same.length > 1 && { count: same.length }),
        })),
        notCovered,
      };
    },
  }),
);

const getNumber = ({ value }: PollResult, field: string): number | undefined => {
  const number = getField(getField(value, 'progress'), field);
  return typeof number === 'number' ? number : undefined;
};

const hasProgress = (view: PollResult): boolean => getNumber(view, 'slides_completed') !== undefined;

/** The first poll of a job whose number is lower than that of the poll before it. */
function findLowerProgress({ views }: JobHistory): readonly Advice[] {
  return ['slides_completed', 'slides_total'].flatMap((field): readonly Advice[] => {
    const shown = views.filter((view) => getNumber(view, field) !== undefined);
    const lower = shown.find((view, index) => {
      const before = shown[index - 1];
      if (!before || !endedBefore(before.call, view.call)) return false;
      return (getNumber(view, field) ?? 0) < (getNumber(before, field) ?? 0);
    });
    return lower ? [[`${field} goes back: show the highest number so far, or none`, lower.call]] : [];
  });
}

function findSharedCache(call: Call): readonly Advice[] {
  const value = getHeader(call.exchange.response?.headers ?? [], 'cache-control') ?? '';
  if (!SHARED_CACHE.test(value)) return [];
  const what = `Cache-Control: ${value.slice(0, MAX_QUOTED_LENGTH)} on a response to a key`;
  return [[`${what}: a cache in between may return it to others, so ask for it with no-store`, call]];
}

const getRetryAfter = ({ exchange: { response } }: Call): string | undefined =>
  getHeader(response?.headers ?? [], 'retry-after');

function findUnreadableRetryAfter(call: Call): readonly Advice[] {
  const value = getRetryAfter(call);
  if (value === undefined || /^\s*\d+\s*$/.test(value)) return [];
  // A date has the name of its month. `Date.parse` also reads numbers and words with a number.
  if (/[a-z]{3}/i.test(value) && /\d{4}/.test(value) && !Number.isNaN(Date.parse(value))) return [];
  const quoted = JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH));
  return [[`Retry-After is ${quoted}, neither seconds nor a date: wait for a time of your own`, call]];
}

function findOtherEncoding(call: Call): readonly Advice[] {
  const { response } = call.exchange;
  const body = response?.body;
  if (!response || !body || body.truncated || isUtf8(body)) return [];
  const bytes = body.encoding === 'base64' ? decodeBase64(body.text) : undefined;
  if (bytes && isGzip(bytes) && getHeader(response.headers, 'content-encoding') === undefined)
    return [['a body looks like gzip without Content-Encoding: a client cannot read it', call]];
  return [['a body has bytes beyond ASCII that are not UTF-8: decode it leniently', call]];
}
