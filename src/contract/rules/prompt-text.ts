/** The rule about the text of a prompt: it is free, so quotes, letters beyond ASCII and its length do not make a start fail. Section 4.4. */
import { fieldOf } from '../../base/json.js';
import { isBefore, type Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import { plainPrompt } from '../plain-prompt.js';
import type { Judgement, Rule } from '../rule.js';
import { inWords } from '../words.js';
import { isOfVerify } from './creators.js';
import { fail, warn } from './findings.js';
import { noAcceptedStart } from './reasons.js';

/** A passing fault does not repeat. */
const MIN_FAILURES = 2;

/** Characters of a long prompt of `deckhand verify`. */
const LONG = 800;

/** A kind of prompt that a start can fail for, and a body without what it can fail for. */
interface Kind {
  readonly text: string;
  has(prompt: string, call: Call): boolean;
  /** @returns whether an accepted prompt is the same one, without this */
  simplerThan(prompt: string): (accepted: string) => boolean;
}

const KINDS: readonly Kind[] = [
  {
    text: 'plain ASCII',
    has: (prompt) => plainPrompt(prompt) !== prompt,
    simplerThan: (prompt) => {
      const plain = plainPrompt(prompt);
      return (accepted) => accepted === plain;
    },
  },
  {
    text: 'a short form',
    has: (prompt, call) => prompt.length >= LONG && isOfVerify(call),
    simplerThan: (prompt) => (accepted) => prompt.startsWith(accepted),
  },
];

export const promptTextRules: readonly Rule[] = [
  {
    id: 'start/takes-free-text',
    sections: ['4.4'],
    level: 'must',
    title: 'A start accepts a prompt with quotes and letters beyond ASCII, and a long one',
    reading:
      'A service may refuse a prompt for its content or its length, so 4xx is a warning. 5xx for such a prompt at least twice is a violation, if no ' +
      'start with one succeeds, and the same start with a plain or short prompt does: in a recording, before the last of them.',
    judge: (trace) => {
      const starts = trace.keyed('startGeneration');
      const judged = KINDS.map((kind) => judgeKind(kind, starts));
      return {
        checked: judged.reduce((sum, { checked }) => sum + checked, 0),
        findings: judged.flatMap(({ findings }) => findings),
        notReached: noAcceptedStart,
      };
    },
  },
];

function judgeKind(kind: Kind, starts: readonly Call[]): Pick<Judgement, 'checked' | 'findings'> {
  const tried = starts.filter((call) => kind.has(promptText(call), call));
  // Of a long recording, no pair of starts is compared.
  if (tried.some(({ ok }) => ok)) return { checked: tried.length, findings: [] };
  const accepted = starts.filter(({ ok }) => ok).map((call) => ({ call, rest: restOf(call) }));
  const failed = tried.flatMap((call) => {
    const [rest, isSimpler] = [restOf(call), kind.simplerThan(promptText(call))];
    const twins = accepted.filter((other) => other.rest === rest && isSimpler(promptText(other.call)));
    return twins.length > 0 ? [{ call, twins: twins.map((twin) => twin.call) }] : [];
  });
  const [first] = failed;
  if (!first) return { checked: 0, findings: [] };
  const faults = failed.filter(({ call }) => call.status >= 500);
  const last = faults.at(-1);
  // A run waits between the two.
  const isLasting = last && (isOfVerify(last.call) || last.twins.some((twin) => isBefore(twin, last.call)));
  const report = faults.length >= MIN_FAILURES && isLasting ? fail : warn;
  const finding = report(`a start fails with a prompt, and succeeds with the same prompt in ${kind.text}`, {
    expected: inWords('any 2xx'),
    actual: first.call.status,
    call: first.call,
  });
  return { checked: tried.length, findings: [finding] };
}

const promptText = ({ sent }: Call): string => String(fieldOf(jsonOf(sent), 'prompt'));

/** The body without its prompt. */
const restOf = ({ sent }: Call): string => JSON.stringify({ ...Object(jsonOf(sent)), prompt: '' });
