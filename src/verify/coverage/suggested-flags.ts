/** The flags that would let a run cover a rule, apart from those that are set. Other commands have none. */
import type { MissingTraffic, VerdictReason } from '../../judge/rule.js';
import type { RuleReason } from '../../judge/report/report.js';
import type { ResolvedVerifyOptions } from '../options.js';

interface SuggestedFlag {
  readonly flag: string;
  /** Its setting, if a run that has it needs no other value of it. */
  readonly setting?: keyof ResolvedVerifyOptions;
  /** Whether this setting can prevent coverage. Default: always. */
  readonly isCause?: (settings: ResolvedVerifyOptions) => boolean;
}

/** The options that can keep a run from starting so many jobs. */
const flagsThatLimitJobs = (jobs: number): readonly SuggestedFlag[] => [
  { flag: '--read-only', isCause: ({ readOnly }) => readOnly },
  { flag: '--smoke', isCause: ({ smoke }) => smoke && jobs > 1 },
  { flag: '--max-jobs', isCause: ({ maxJobs }) => maxJobs < jobs },
];

const question: SuggestedFlag = { flag: '--question-prompt', setting: 'questionPrompt' };

const startBody: SuggestedFlag = { flag: '--start-body', setting: 'startBody' };

const templateId: SuggestedFlag = { flag: '--template-id', setting: 'templateId' };

const suggestedFlags: Readonly<Record<MissingTraffic, readonly SuggestedFlag[]>> = {
  start: flagsThatLimitJobs(1),
  'second-start': flagsThatLimitJobs(2),
  'accepted-start': [startBody, templateId],
  'template-start': [templateId],
  question: [question],
  'other-question': [question],
  'accepted-reply': [{ flag: '--reply-body', setting: 'replyBody' }],
  'poll-after-reply': [question],
  failure: [{ flag: '--failure-prompt', setting: 'failurePrompt' }],
  'other-workspace-key': [{ flag: '--other-api-key', setting: 'otherApiKey' }],
  'key-without-access': [{ flag: '--api-key-without-access', setting: 'apiKeyWithoutAccess' }],
  'rate-limit': [{ flag: '--probe-rate-limit', setting: 'probeRateLimit' }],
};

/** A smoke run and a read-only run leave out questions and failures, also with the options for them. */
const SKIPPED_BY_PROFILE: ReadonlySet<MissingTraffic> = new Set([
  'question',
  'other-question',
  'accepted-reply',
  'poll-after-reply',
  'failure',
]);

/** The reason of a rule that is not covered, with the flags that would cover it. */
export const addFlags = ({ text, missing }: VerdictReason, settings: ResolvedVerifyOptions): RuleReason => ({
  text,
  flags: missing === undefined ? [] : findFlags(missing, settings),
});

function findFlags(missing: MissingTraffic, settings: ResolvedVerifyOptions): readonly string[] {
  const { readOnly, smoke } = settings;
  if ((readOnly || smoke) && SKIPPED_BY_PROFILE.has(missing)) return [readOnly ? '--read-only' : '--smoke'];
  return suggestedFlags[missing]
    .filter(({ setting, isCause }) => (isCause ? isCause(settings) : !setting || !settings[setting]))
    .map(({ flag }) => flag);
}
