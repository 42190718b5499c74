/** Sections 2.2 and 3: the states of a job, and the time between them, are not shown. */
import type { ScriptedState } from '../../reference-service/job-scripts.js';
import { createVariants, type ConformingVariant } from '../variant.js';

type Course = (plain: readonly ScriptedState[]) => readonly ScriptedState[];

const failure: ScriptedState = {
  status: 'failed',
  error: 'upstream: 529 {"type":"overloaded"} <b>retry</b>',
};

const ask = (message: string): ScriptedState => ({ status: 'awaiting_input', message });
const question = ask('Shall I continue – yes or no?');

const isQuestion = ({ status }: ScriptedState) => status === 'awaiting_input';
const isTerminal = ({ status }: ScriptedState) => status === 'completed' || status === 'failed';

const ends = (plain: readonly ScriptedState[]) => plain.filter(isTerminal);
const begun = (plain: readonly ScriptedState[]) => plain.slice(0, 2);

/** The states with every question replaced. */
function asking(replace: (question: ScriptedState) => readonly ScriptedState[]): Course {
  return (plain) => plain.flatMap((state) => (isQuestion(state) ? replace(state) : [state]));
}

/** The states up to the first question, and others from there on; jobs without a question stay as they are. */
function fromQuestion(
  next: (question: ScriptedState, rest: readonly ScriptedState[]) => readonly ScriptedState[],
): Course {
  return (plain) => {
    const at = plain.findIndex(isQuestion);
    const asked = plain[at];
    return asked ? [...plain.slice(0, at), ...next(asked, plain.slice(at + 1))] : plain;
  };
}

const expiresAfter = (expiresAfterPolls: number) => (asked: ScriptedState) =>
  isQuestion(asked) ? { ...asked, expiresAfterPolls } : asked;

const courses: readonly (readonly [id: string, title: string, Course, ...warns: readonly string[]])[] = [
  ['never-asks', 'No job ever asks.', asking(() => [])],
  [
    'always-asks',
    'Every job asks, whatever the prompt.',
    (plain) => [...begun(plain), question, ...plain.slice(2)],
  ],
  ['asks-first', 'A job asks at its first poll.', (plain) => [question, ...plain]],
  ['repeats-its-question', 'A job asks the same question twice.', asking((asked) => [asked, asked])],
  ['asks-three-times', 'A job asks three times.', asking((asked) => [asked, question, asked])],
  [
    'asks-for-ever',
    'A job asks another question after every reply.',
    fromQuestion(() => [
      ...Array.from({ length: 60 }, (_, at) => ask(`And what is point ${at + 1}?`)),
      failure,
    ]),
  ],
  [
    'completes-after-reply',
    'A reply completes the job.',
    fromQuestion((asked, rest) => [asked, ...ends(rest)]),
  ],
  ['fails-after-reply', 'A reply makes the job fail.', fromQuestion((asked) => [asked, failure])],
  [
    'long-after-reply',
    'A job generates for a long time after a reply.',
    fromQuestion((asked, rest) => [asked, ...slowly(rest, 8)]),
  ],
  [
    'question-expires',
    'A question expires, and the job continues.',
    asking((asked) => [expiresAfter(1)(asked)]),
    'job/reply-affects-only-its-job',
  ],
  [
    'question-expires-later',
    'A question expires after three polls.',
    asking((asked) => [expiresAfter(3)(asked)]),
    'job/reply-affects-only-its-job',
  ],
  [
    'question-fails-the-job',
    'A job fails without an immediate answer to its question.',
    fromQuestion((asked) => [expiresAfter(1)(asked), failure]),
    'job/reply-affects-only-its-job',
  ],
  ['completed-at-first-poll', 'A job is over at its first poll.', ends],
  [
    'completed-at-second-poll',
    'A job is over at its second poll.',
    (plain) => [...plain.slice(0, 1), ...ends(plain)],
  ],
  ['always-fails', 'Every job fails.', (plain) => [...begun(plain), failure]],
  [
    'never-fails',
    'No job ever fails.',
    (plain) => plain.map((state) => (state.status === 'failed' ? completed : state)),
  ],
  ['slow', 'A job needs thirty polls and more.', (plain) => slowly(plain, 7)],
  [
    'endless',
    'A job continues for longer than any client waits.',
    (plain) => [...begun(plain), ...many(5000, { status: 'generating' }), ...ends(plain)],
  ],
];

const completed: ScriptedState = { status: 'completed', headings: [], tokens: 2000 };

function many(times: number, state: ScriptedState): readonly ScriptedState[] {
  return Array.from({ length: times }, () => state);
}

function slowly(states: readonly ScriptedState[], times: number): readonly ScriptedState[] {
  return states.flatMap((state) => (state.status === 'generating' ? many(times, state) : [state]));
}

export const lifecycles: readonly ConformingVariant[] = [
  ...courses.map(([id, title, states, ...warns]): ConformingVariant => ({
    id: `job-${id}`,
    title,
    decides: ['job lifecycle'],
    warns,
    hooks: { states },
  })),
  ...createVariants('speed', [
    [
      'clock',
      'A job advances with the clock, several states between two polls.',
      { choices: { jobProgress: { stageMs: 4 } } },
    ],
    [
      'slow-clock',
      'A job advances with the clock, many polls a state.',
      { choices: { jobProgress: { stageMs: 60 } } },
    ],
  ]),
];
