/** Sections 2.2 and 3: the states of a job, and the time between them, are not shown. */
import type { Stage } from '../../mutants/plain-service/stages.js';
import { answersTo, type Liberty } from '../liberty.js';
import { NO_COMPLETED_JOB, NO_REPLY } from '../unreached.js';

type Course = (plain: readonly Stage[]) => readonly Stage[];

const failure: Stage = { status: 'failed', error: 'upstream: 529 {"type":"overloaded"} <b>retry</b>' };

const ask = (message: string): Stage => ({ status: 'awaiting_input', message });
const question = ask('Shall I go on – yes or no?');

const isQuestion = ({ status }: Stage) => status === 'awaiting_input';
const isTerminal = ({ status }: Stage) => status === 'completed' || status === 'failed';

const ends = (plain: readonly Stage[]) => plain.filter(isTerminal);
const begun = (plain: readonly Stage[]) => plain.slice(0, 2);

/** The stages with every question replaced. */
function asking(replace: (question: Stage) => readonly Stage[]): Course {
  return (plain) => plain.flatMap((stage) => (isQuestion(stage) ? replace(stage) : [stage]));
}

/** The stages up to the first question, and others from there on; jobs without a question stay as they are. */
function fromQuestion(next: (question: Stage, rest: readonly Stage[]) => readonly Stage[]): Course {
  return (plain) => {
    const at = plain.findIndex(isQuestion);
    const asked = plain[at];
    return asked ? [...plain.slice(0, at), ...next(asked, plain.slice(at + 1))] : plain;
  };
}

const waits = (patience: number) => (asked: Stage) => (isQuestion(asked) ? { ...asked, patience } : asked);

const courses: readonly (readonly [id: string, title: string, Course])[] = [
  ['never-asks', 'No job ever asks.', asking(() => [])],
  [
    'always-asks',
    'Every job asks, whatever the prompt.',
    (plain) => [...begun(plain), question, ...plain.slice(2)],
  ],
  ['asks-first', 'A job asks at its first poll.', (plain) => [question, ...plain]],
  ['asks-twice-the-same', 'A job asks the same question twice.', asking((asked) => [asked, asked])],
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
  ['question-expires', 'A question expires, and the job goes on.', asking((asked) => [waits(1)(asked)])],
  ['question-expires-later', 'A question expires after three polls.', asking((asked) => [waits(3)(asked)])],
  [
    'question-fails-the-job',
    'A job fails without an immediate answer to its question.',
    fromQuestion((asked) => [waits(1)(asked), failure]),
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
    (plain) => plain.map((stage) => (stage.status === 'failed' ? completed : stage)),
  ],
  ['slow', 'A job needs thirty polls and more.', (plain) => slowly(plain, 7)],
  [
    'endless',
    'A job goes on for longer than any client waits.',
    (plain) => [...begun(plain), ...many(5000, { status: 'generating' }), ...ends(plain)],
  ],
];

/** The rules that a course leaves without evidence. */
const unreached: Readonly<Record<string, readonly string[]>> = {
  'never-asks': NO_REPLY,
  'question-expires': NO_REPLY,
  'question-expires-later': NO_REPLY,
  'question-fails-the-job': [...NO_REPLY, 'job/presentation-is-its-own'],
  'completed-at-first-poll': [...NO_REPLY, 'job/progress-is-whole'],
  'completed-at-second-poll': NO_REPLY,
  'always-fails': [...NO_REPLY, ...NO_COMPLETED_JOB],
  endless: [...NO_REPLY, ...NO_COMPLETED_JOB, 'job/*', 'presentation/*'],
};

const completed: Stage = { status: 'completed', headings: [], tokens: 2000 };

function many(times: number, stage: Stage): readonly Stage[] {
  return Array.from({ length: times }, () => stage);
}

function slowly(stages: readonly Stage[], times: number): readonly Stage[] {
  return stages.flatMap((stage) => (stage.status === 'generating' ? many(times, stage) : [stage]));
}

export const lifecycles: readonly Liberty[] = [
  ...courses.map(([id, title, stages]): Liberty => ({
    id: `job-${id}`,
    title,
    settles: ['course of a job'],
    ...(unreached[id] && { unreached: unreached[id] }),
    apply: { stages },
  })),
  ...answersTo('pace', [
    [
      'clock',
      'A job advances with the clock, several stages between two polls.',
      { choices: { pace: { stageMs: 4 } } },
    ],
    [
      'slow-clock',
      'A job advances with the clock, many polls a stage.',
      { choices: { pace: { stageMs: 60 } } },
    ],
  ]),
];
