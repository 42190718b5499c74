/** What a run or a recording must show before its verdict counts, by its options. Plain data that survives JSON. */
import type { Settings } from '../explore/options.js';

/** The parts of the interface that `--require` and `--allow-incomplete` name. */
export const topics = [
  'templates',
  'start',
  'status',
  'end',
  'completed',
  'fetch',
  'rename',
  'keys',
  'isolation',
  'create',
  'question',
  'reply',
  'failure',
] as const;

export type Topic = (typeof topics)[number];

export const isTopic = (name: string): name is Topic => (topics as readonly string[]).includes(name);

/** Something that was not seen, so nothing can be said about it. */
export interface Gap {
  /** A topic, the id of a rule, `run` for a run that ended early, or `recording` for a recording that is not whole. */
  readonly topic: string;
  /** A clause without a full stop: "every start of a job was refused (400)". */
  readonly why: string;
  /** The options that help, such as `--template-id`. */
  readonly help?: string;
  /** The gap that caused this one. */
  readonly because?: string;
}

/** The least that must be seen. `recording`: the recording is whole and contains a judged exchange. */
export interface Minimum {
  readonly name: 'full' | 'read-only' | 'smoke' | 'recording';
  /** Topics and rule ids, after `raised` and `lowered`. */
  readonly required: readonly string[];
  /** The topics and rules that the user added. */
  readonly raised: readonly string[];
  /** The topics that the user removed. */
  readonly lowered: readonly string[];
}

/** A part of the interface outside the minimum that was not seen, and the option that helps. */
export interface Unexamined {
  readonly topic: Topic;
  readonly help: string;
}

export interface EvidenceReport {
  readonly minimum: Minimum;
  /** What the minimum requires and was not seen. With any gap, the outcome is never `pass`. */
  readonly missing: readonly Gap[];
  readonly unexamined: readonly Unexamined[];
  /** What a recording lacks: `212 of 230 response bodies are missing`, `the headers of 4 of 4 requests are missing`. Verdicts that rest on them are withheld. */
  readonly missingParts?: readonly string[];
}

export interface MinimumChanges {
  /** Topics and rule ids that the run must have evidence of, too. */
  readonly require?: readonly string[];
  /** Topics of the minimum that may be missing. */
  readonly allowIncomplete?: readonly string[];
}

/** Everything with a documented request. A run of `verify` sends all of it. */
const FULL: readonly Topic[] = [
  'templates',
  'start',
  'status',
  'end',
  'completed',
  'fetch',
  'rename',
  'keys',
];
/** What fits into a minute. A job can take longer. */
const SMOKE: readonly Topic[] = ['templates', 'start', 'status', 'keys'];

export function minimumOf(settings: Partial<Settings>, changes: MinimumChanges = {}): Minimum {
  const { require = [], allowIncomplete = [] } = changes;
  const name = settings.readOnly === true ? 'read-only' : settings.smoke === true ? 'smoke' : 'full';
  const own = topicsOf(name, settings);
  const required = [...new Set<string>([...own, ...require])];
  return {
    name,
    required: required.filter((topic) => !allowIncomplete.includes(topic)),
    raised: require,
    lowered: allowIncomplete,
  };
}

function topicsOf(name: Minimum['name'], settings: Partial<Settings>): readonly Topic[] {
  const { otherApiKey, presentationId, generationId } = settings;
  if (name === 'read-only') {
    const [fetch, status] = [presentationId, generationId].map((id) => id !== undefined);
    return [
      'templates',
      ...(status ? (['status'] as const) : []),
      ...(fetch ? (['fetch'] as const) : []),
      'keys',
      ...(otherApiKey !== undefined && (fetch || status) ? (['isolation'] as const) : []),
    ];
  }
  return [
    ...(name === 'smoke' ? SMOKE : FULL),
    ...(otherApiKey === undefined ? [] : (['isolation'] as const)),
    // A smoke run creates nothing, replies to nothing, and has one job.
    ...(name === 'smoke' ? [] : optionTopics(settings)),
  ];
}

/** The topics of the options that the user gave for them. */
function optionTopics(settings: Partial<Settings>): readonly Topic[] {
  const { createBody, questionPrompt, replyBody, failurePrompt } = settings;
  const options: readonly (readonly [Topic, unknown])[] = [
    ['create', createBody],
    ['question', questionPrompt],
    ['reply', replyBody],
    ['failure', failurePrompt],
  ];
  return options.flatMap(([topic, option]) => (option === undefined ? [] : [topic]));
}
