/** The rule about the text of a prompt: it is free, so quotes and letters beyond ASCII do not make a start fail. Section 4.4. */
import { fieldOf } from '../../base/json.js';
import type { Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import { plainPrompt } from '../plain-prompt.js';
import type { Rule } from '../rule.js';
import { inWords } from '../words.js';
import { fail, warn } from './findings.js';
import { noAcceptedStart } from './reasons.js';

/** A passing fault does not repeat. */
const MIN_FAILURES = 2;

export const promptTextRules: readonly Rule[] = [
  {
    id: 'start/takes-free-text',
    sections: ['4.4'],
    level: 'must',
    title: 'A start accepts a prompt with quotes and letters beyond ASCII',
    reading:
      'A service may refuse a prompt for its content, so 4xx is a warning. 5xx for such a prompt at least twice is a violation, if no start ' +
      'with it succeeds and the same start with the plain text does.',
    judge: (trace) => {
      const starts = trace.keyed('startGeneration').filter(isRich);
      const accepted = starts.filter(({ ok }) => ok);
      const plain = trace
        .keyed('startGeneration')
        .filter(({ ok }) => ok)
        .map(bodyText);
      const failed = accepted.length > 0 ? [] : starts.filter((call) => plain.includes(plainBodyText(call)));
      const [first] = failed;
      if (!first) return { checked: accepted.length, findings: [], notReached: noAcceptedStart };
      const faults = starts.filter(({ status }) => status >= 500);
      const report = faults.length >= MIN_FAILURES ? fail : warn;
      const finding = report(
        'a start fails with a prompt, and succeeds with the same prompt in plain ASCII',
        {
          expected: inWords('any 2xx'),
          actual: first.status,
          call: first,
        },
      );
      return { checked: starts.length, findings: [finding] };
    },
  },
];

const promptOf = (call: Call): unknown => fieldOf(jsonOf(call.sent), 'prompt');

function isRich(call: Call): boolean {
  const prompt = promptOf(call);
  return typeof prompt === 'string' && plainPrompt(prompt) !== prompt;
}

const bodyText = ({ sent }: Call): string => JSON.stringify(jsonOf(sent));

/** The body with the plain prompt. */
const plainBodyText = (call: Call): string =>
  JSON.stringify({ ...Object(jsonOf(call.sent)), prompt: plainPrompt(String(promptOf(call))) });
