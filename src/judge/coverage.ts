/** Topics that a run must cover, by its options. */
import type { ResolvedVerifyOptions } from '../verify/options.js';

/** The parts of the interface that `--require` and `--allow-incomplete` name. */
export const coverageTopics = [
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

export type CoverageTopic = (typeof coverageTopics)[number];

export const isCoverageTopic = (name: string): name is CoverageTopic =>
  (coverageTopics as readonly string[]).includes(name);

/** A required topic that the run did not cover. */
export interface CoverageGap {
  /** A topic, the id of a rule, `run` for a run that ended early, or `recording` for a recording that is not whole. */
  readonly topic: string;
  /** A clause without a full stop: "every start of a job was refused (400)". */
  readonly reason: string;
  /** The options that help, such as `--template-id`. */
  readonly flags?: string;
  /** The gap that caused this one. */
  readonly causedBy?: string;
}

/** The least that must be seen. `recording`: the recording is whole and contains a judged exchange. */
export interface CoverageProfile {
  readonly name: 'full' | 'read-only' | 'smoke' | 'recording';
  /** Topics and rule ids, after `added` and `waived`. */
  readonly required: readonly string[];
  /** The topics and rules that the user added. */
  readonly added: readonly string[];
  /** The topics that the user removed. */
  readonly waived: readonly string[];
}

/** A part of the interface outside the minimum that was not seen, and the option that helps. */
export interface UncoveredTopic {
  readonly topic: CoverageTopic;
  readonly help: string;
}

export interface CoverageReport {
  readonly profile: CoverageProfile;
  /** What the minimum requires and was not seen. With any gap, the outcome is never `pass`. */
  readonly gaps: readonly CoverageGap[];
  readonly uncovered: readonly UncoveredTopic[];
  /** What a recording lacks: `212 of 230 response bodies are missing`, `the headers of 4 of 4 requests are missing`. Verdicts that rest on them are withheld. */
  readonly missingData?: readonly string[];
}

export interface CoverageOptions {
  /** Topics and rule ids that the run must have evidence of, too. */
  readonly require?: readonly string[];
  /** Topics of the minimum that may be missing. */
  readonly allowIncomplete?: readonly string[];
}

/** Everything with a documented request. A run of `verify` sends all of it. */
const FULL: readonly CoverageTopic[] = [
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
const SMOKE: readonly CoverageTopic[] = ['templates', 'start', 'status', 'keys'];

export function getCoverageProfile(
  settings: Partial<ResolvedVerifyOptions>,
  changes: CoverageOptions = {},
): CoverageProfile {
  const { require = [], allowIncomplete = [] } = changes;
  const name = settings.readOnly === true ? 'read-only' : settings.smoke === true ? 'smoke' : 'full';
  const own = topicsOfProfile(name, settings);
  const required = [...new Set<string>([...own, ...require])];
  return {
    name,
    required: required.filter((topic) => !allowIncomplete.includes(topic)),
    added: require,
    waived: allowIncomplete,
  };
}

function topicsOfProfile(
  name: CoverageProfile['name'],
  settings: Partial<ResolvedVerifyOptions>,
): readonly CoverageTopic[] {
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
    ...(name === 'smoke' ? [] : topicsOfOptions(settings)),
  ];
}

/** The topics of the options that the user gave for them. */
function topicsOfOptions(settings: Partial<ResolvedVerifyOptions>): readonly CoverageTopic[] {
  const { createBody, questionPrompt, replyBody, failurePrompt } = settings;
  const options: readonly (readonly [CoverageTopic, unknown])[] = [
    ['create', createBody],
    ['question', questionPrompt],
    ['reply', replyBody],
    ['failure', failurePrompt],
  ];
  return options.flatMap(([topic, option]) => (option === undefined ? [] : [topic]));
}
