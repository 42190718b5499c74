/** The rule about the share of responses with 5xx. The interface does not forbid them: how many are too many is the user's choice. */
import type { Rule } from '../rule.js';
import { counted } from '../../base/text/counted.js';
import type { Call } from '../../trace/call.js';
import { fail, observed, warn } from './findings.js';
import { inWords } from '../words.js';

/** A larger share is a warning. */
const USUAL = 0.01;

export const serverErrorRules: readonly Rule[] = [
  {
    id: 'service/rarely-fails',
    sections: ['7'],
    level: 'should',
    title: 'The service rarely responds with 5xx',
    reading:
      `The interface names no limit. More than ${percent(USUAL)} of all responses is a warning, and more than the share that the user allows is a failure. ` +
      'Responses of gateways and of rate limits do not count.',
    judge: ({ calls, options: { max5xx = Infinity } }) => {
      const responses = calls.filter(({ status }) => status > 0);
      const failed = responses.filter(isServerError);
      const [first] = failed;
      if (!first) return { checked: responses.length, findings: [], notReached: 'not seen: a response' };
      const share = failed.length / responses.length;
      const report = share > max5xx ? fail : share > USUAL ? warn : observed;
      const text = `${counted(failed.length, 'response')} of ${responses.length} (${percent(share)})`;
      const finding = report(`the service responds with 5xx: ${text}`, {
        expected: inWords(`at most ${percent(share > max5xx ? max5xx : USUAL)}`),
        call: first,
      });
      return { checked: responses.length, findings: [finding] };
    },
  },
];

const isServerError = ({ status }: Call): boolean => status >= 500;

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
