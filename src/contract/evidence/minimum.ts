/** The minimum of a run: which topics and rules it must have evidence of, by its options. */
import type { Settings } from '../explore/options.js';
import type { Minimum, Topic } from './model.js';

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
