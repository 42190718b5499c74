/** The options of `deckhand verify`. */
import { defaults, pollIntervalFor } from '../../contract/index.js';
import { formatDuration } from '../../scenario/duration.js';
import * as kind from './kinds.js';
import { optionTable, rowsAt, type Values } from './option.js';
import { reachOptions, redact, reportOptions } from './traffic-options.js';

/** An id that the service gave. */
const identifier = kind.stringKind(
  (id) => id.trim() !== '' && !id.startsWith('--'),
  'Expected an id of the service, not empty.',
);

const row = rowsAt('verify');

export const verifyOptions = optionTable({
  apiKey: row('--api-key <key>', kind.text, 'the API key to use', { env: 'DECKHAND_API_KEY' }),
  otherApiKey: row('--other-api-key <key>', kind.text, 'a key of another workspace, to test isolation', {
    env: 'DECKHAND_OTHER_API_KEY',
  }),
  disabledApiKey: row(
    '--disabled-api-key <key>',
    kind.text,
    'a key of a workspace without API access, which must be refused',
    { env: 'DECKHAND_DISABLED_API_KEY' },
  ),
  requestsPerMinute: row(
    '--requests-per-minute <number>',
    kind.whole(0, 100_000),
    'the maximum rate of each key, and of the requests without one; 0 for no limit',
    { default: defaults.requestsPerMinute },
  ),
  pollInterval: row(
    '--poll-interval <duration>',
    kind.duration,
    `the minimum time between two polls of a job (default: ${formatDuration(pollIntervalFor(1))}; ${formatDuration(pollIntervalFor(0))} without a request rate)`,
  ),
  jobTimeout: row('--job-timeout <duration>', kind.duration, 'the maximum duration of a job', {
    default: defaults.jobTimeout,
    defaultText: formatDuration(defaults.jobTimeout),
  }),
  settle: row('--settle <duration>', kind.duration, 'how long an old value may be visible after a change', {
    default: defaults.settle,
    defaultText: formatDuration(defaults.settle),
  }),
  maxJobs: row('--max-jobs <number>', kind.whole(0, 100), 'the maximum number of jobs to start', {
    default: defaults.maxJobs,
  }),
  smoke: row('--smoke', kind.trueOrFalse, 'start one job, in less than a minute, and judge less'),
  presentationId: row('--presentation-id <id>', identifier, 'a presentation to fetch, with --read-only'),
  generationId: row('--generation-id <id>', identifier, 'a job to poll, with --read-only'),
  readOnly: row('--read-only', kind.trueOrFalse, 'start no job and change no data'),
  dryRun: row('--dry-run', kind.trueOrFalse, 'print the plan without sending a request'),
  templateId: row(
    '--template-id <id>',
    identifier,
    'the template to use (default: the first of the list that the service accepts)',
  ),
  prompt: row('--prompt <text>', kind.text, 'the prompt of a job that completes', {
    default: defaults.prompt,
  }),
  questionPrompt: row('--question-prompt <text>', kind.text, 'a prompt that makes a job ask a question'),
  failurePrompt: row('--failure-prompt <text>', kind.text, 'a prompt that makes a job fail'),
  replyBody: row(
    '--reply-body <json>',
    kind.jsonObject('{"message":"{{message}}"}'),
    'the body of a reply; {{message}} in it is replaced by the text',
  ),
  createBody: row(
    '--create-body <json>',
    kind.jsonObject('{"template_id":"{{template_id}}","title":"{{title}}"}'),
    'the body that creates a presentation; {{title}} and {{template_id}} in it are replaced',
  ),
  startBody: row(
    '--start-body <json>',
    kind.jsonObject('{"prompt":"{{prompt}}","template_id":"{{template_id}}","language":"en"}'),
    'the body that starts a job; {{prompt}} and {{template_id}} in it are replaced',
  ),
  probeRateLimit: row(
    '--probe-rate-limit',
    kind.trueOrFalse,
    'exceed the rate limit on purpose, after all other requests',
  ),
  require: row(
    '--require <rule|topic>',
    kind.names,
    'a rule or topic that the run must have evidence of, too (repeatable, or with commas)',
  ),
  allowIncomplete: row(
    '--allow-incomplete <topic>',
    kind.names,
    'a topic of the minimum that may be missing (repeatable, or with commas)',
  ),
  timeLimit: row('--time-limit <duration>', kind.duration, 'the maximum duration of the whole run'),
  ...reportOptions,
  har: row('--har <file>', kind.text, 'write all requests and responses to a HAR file, without keys'),
  ...reachOptions,
  redact,
});

export type VerifyOptions = Values<typeof verifyOptions, 'verify'>;
