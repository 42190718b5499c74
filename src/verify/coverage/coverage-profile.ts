/** The topics that a run must cover, by its options. */
import type { CoverageOptions, CoverageProfile, CoverageTopic } from '../../judge/coverage.js';
import type { ResolvedVerifyOptions } from '../options.js';

/** Every topic with a documented request. `verify` sends all of these requests. */
const FULL: readonly CoverageTopic[] = [
  'templates',
  'start',
  'status',
  'end',
  'completed',
  'fetch',
  'rename',
  'auth',
];

/** The topics of a run of about a minute. A job can take longer. */
const SMOKE: readonly CoverageTopic[] = ['templates', 'start', 'status', 'auth'];

export function getCoverageProfile(
  settings: Partial<ResolvedVerifyOptions>,
  changes: CoverageOptions = {},
): CoverageProfile {
  const { require = [], allowUncovered = [] } = changes;
  const name = settings.readOnly === true ? 'read-only' : settings.smoke === true ? 'smoke' : 'full';
  const required = [...new Set<string>([...getTopics(name, settings), ...require])];
  return {
    name,
    required: required.filter((topic) => !allowUncovered.includes(topic)),
    added: require,
    waived: allowUncovered,
  };
}

function getTopics(
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
      'auth',
      ...(otherApiKey !== undefined && (fetch || status) ? (['isolation'] as const) : []),
    ];
  }
  return [
    ...(name === 'smoke' ? SMOKE : FULL),
    ...(otherApiKey === undefined ? [] : (['isolation'] as const)),
    // A smoke run creates no presentation, sends no reply, and has one job.
    ...(name === 'smoke' ? [] : getOptionalTopics(settings)),
  ];
}

/** The topics whose options are set. */
function getOptionalTopics(settings: Partial<ResolvedVerifyOptions>): readonly CoverageTopic[] {
  const { createBody, questionPrompt, replyBody, failurePrompt } = settings;
  const options: readonly (readonly [CoverageTopic, unknown])[] = [
    ['create', createBody],
    ['question', questionPrompt],
    ['reply', replyBody],
    ['failure', failurePrompt],
  ];
  return options.flatMap(([topic, option]) => (option === undefined ? [] : [topic]));
}
