/** The options of `deckhand verify`, and their conflicts. Messages never contain a key. */
import { Option } from 'commander';
import {
  parseDurationOption,
  parseJsonObject,
  parsePattern,
  parsePath,
  parseInteger,
} from '../app/options/option-parsers.js';
import { didYouMean } from '../base/did-you-mean.js';
import { UserError } from '../base/user-error.js';
import { coverageTopics, type CoverageOptions, type Rule } from '../judge/index.js';
import { DEFAULT_VERIFY_OPTIONS, getDefaultPollInterval, type VerifyOptions } from '../verify/index.js';
import { formatDuration } from '../scenario/duration.js';
import { integer, Flag, optionGroup, commaSeparated } from './flag.js';
import {
  connectionFlags,
  redactFlag,
  reportFlags,
  type ConnectionFlags,
  type ReportFlags,
} from './shared-options.js';

export interface VerifyFlags
  extends Omit<VerifyOptions, 'apiKey' | 'baseUrl' | 'headers'>, ConnectionFlags, ReportFlags {
  readonly apiKey?: string;
  readonly dryRun?: boolean;
  readonly require?: readonly string[];
  readonly allowUncovered?: readonly string[];
  readonly har?: string;
  readonly redact?: readonly string[];
}

/** An id of the service. */
const parseId = (text: string, where: string): string =>
  parsePattern(text, where, /^(?!--).*\S/, 'Expected an id of the service, not empty.');

const json = (example: string) => (text: string, where: string) => parseJsonObject(text, where, example);

const duration = (flags: string, help: string, value?: number): Option => {
  const flag = new Flag(flags, help, parseDurationOption);
  return value === undefined ? flag : flag.default(value, formatDuration(value));
};

export const verifyFlags: readonly Option[] = [
  ...optionGroup(
    'Keys:',
    new Flag('--api-key <key>', 'the API key to use').env('DECKHAND_API_KEY'),
    new Flag('--other-api-key <key>', 'a key of another workspace, to test isolation').env(
      'DECKHAND_OTHER_API_KEY',
    ),
    new Flag(
      '--api-key-without-access <key>',
      'a key of a workspace without API access, which must be rejected',
    ).env('DECKHAND_API_KEY_WITHOUT_ACCESS'),
  ),
  ...optionGroup(
    'Rate and timeouts:',
    new Flag(
      '--requests-per-minute <number>',
      'the maximum rate of each key, and of the requests without one; 0 for no limit',
      integer((value, where) => parseInteger(value, where, 0, 100_000)),
    ).default(DEFAULT_VERIFY_OPTIONS.requestsPerMinute),
    duration(
      '--poll-interval <duration>',
      `the minimum time between two polls of a job (default: ${formatDuration(getDefaultPollInterval(1))}; ${formatDuration(getDefaultPollInterval(0))} without a request rate)`,
    ),
    duration('--job-timeout <duration>', 'the maximum duration of a job', DEFAULT_VERIFY_OPTIONS.jobTimeout),
    duration(
      '--consistency-window <duration>',
      'how long reads may be stale after a write',
      DEFAULT_VERIFY_OPTIONS.consistencyWindow,
    ),
    new Flag(
      '--max-jobs <number>',
      'the maximum number of jobs to start',
      integer((value, where) => parseInteger(value, where, 0, 100)),
    ).default(DEFAULT_VERIFY_OPTIONS.maxJobs),
    duration('--time-limit <duration>', 'the maximum duration of the whole run'),
  ),
  ...optionGroup(
    'Scope:',
    new Option('--smoke', 'start one job, in less than a minute, and check less'),
    new Flag('--presentation-id <id>', 'a presentation to fetch, with --read-only', parseId),
    new Flag('--generation-id <id>', 'a job to poll, with --read-only', parseId),
    new Option('--read-only', 'start no job and change no data'),
    new Option('--dry-run', 'print the plan without sending a request'),
    new Flag(
      '--template-id <id>',
      'the template to use (default: the first of the list that the service accepts, and the last for one creation)',
      parseId,
    ),
    new Flag('--prompt <text>', 'the prompt of a job that completes').default(DEFAULT_VERIFY_OPTIONS.prompt),
    new Flag('--question-prompt <text>', 'a prompt that makes a job ask a question'),
    new Flag('--failure-prompt <text>', 'a prompt that makes a job fail'),
    new Flag(
      '--reply-body <json>',
      'the body of a reply; {{message}} in it is replaced by the text',
      json('{"message":"{{message}}"}'),
    ),
    new Flag(
      '--create-body <json>',
      'the body that creates a presentation; {{title}} and {{template_id}} in it are replaced',
      json('{"template_id":"{{template_id}}","title":"{{title}}"}'),
    ),
    new Flag(
      '--start-body <json>',
      'the body that starts a job; {{prompt}} and {{template_id}} in it are replaced',
      json('{"prompt":"{{prompt}}","template_id":"{{template_id}}","language":"en"}'),
    ),
    new Option('--probe-rate-limit', 'exceed the rate limit on purpose, after all other requests'),
    new Flag(
      '--require <rule|topic>',
      'an additional rule or topic that the run must cover (repeatable, or with commas)',
      commaSeparated,
    ),
    new Flag(
      '--allow-uncovered <topic>',
      'a required topic that may stay uncovered (repeatable, or with commas)',
      commaSeparated,
    ),
  ),
  ...reportFlags(),
  ...optionGroup(
    'Report:',
    new Flag('--har <file>', 'write all requests and responses to a HAR file, without keys', parsePath),
    redactFlag,
  ),
  ...connectionFlags,
];

/** @throws UserError if the key is missing, or has characters that are not allowed in a header */
export function assertApiKey(key: string, flag: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  if (key === '') {
    throw new UserError('invalid-option', `${flag} is missing.`, {
      hint: `Set ${flag}, or the environment variable ${environmentVariable(flag)}.`,
    });
  }
  throw new UserError(
    'invalid-option',
    `The key of ${flag} has spaces or other characters that are not allowed in a header.`,
  );
}

/** Only a read-only run uses these. */
const READ_ONLY_FLAGS = [
  ['presentationId', '--presentation-id'],
  ['generationId', '--generation-id'],
] as const;
/** A read-only run does not use these. */
const WRITE_FLAGS = [
  ['startBody', '--start-body'],
  ['createBody', '--create-body'],
  ['replyBody', '--reply-body'],
] as const;

/** @throws UserError for options that cannot work together */
export function assertCompatibleOptions(options: VerifyOptions): void {
  const { readOnly, apiKey, otherApiKey, apiKeyWithoutAccess } = options;
  const without = (name: keyof VerifyOptions): boolean => options[name] === undefined;
  for (const [name, flag] of readOnly === true ? WRITE_FLAGS : READ_ONLY_FLAGS) {
    if (without(name)) continue;
    const [message, hint] =
      readOnly === true
        ? [
            `${flag} and --read-only exclude each other.`,
            'A read-only run sends no such request. Omit one of them.',
          ]
        : [
            `${flag} requires --read-only.`,
            'Other runs find their own presentations and jobs. Add --read-only.',
          ];
    throw new UserError('invalid-option', message, { hint });
  }
  for (const [key, flag] of [
    [otherApiKey, '--other-api-key'],
    [apiKeyWithoutAccess, '--api-key-without-access'],
  ] as const)
    if (key !== undefined && key === apiKey)
      throw new UserError('invalid-option', `${flag} is the same key as --api-key.`, {
        hint: 'Expected a key of another workspace.',
      });
}

const environmentVariable = (flag: string) => `DECKHAND_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;

/** @throws UserError for a name that is neither a topic nor, for `--require`, a rule */
export function assertKnownCoverage(changes: CoverageOptions, rules: readonly Rule[]): void {
  const { require = [], allowUncovered = [] } = changes;
  const ids = rules.map(({ id }) => id);
  assertKnownNames('--require', require, [...coverageTopics, ...ids]);
  assertKnownNames('--allow-uncovered', allowUncovered, coverageTopics);
}

function assertKnownNames(option: string, names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new UserError(
      'invalid-option',
      `Invalid value for ${option}: ${JSON.stringify(name)}.${didYouMean(name, known)}`,
      {
        hint: `Expected ${option === '--require' ? 'a rule, such as job/terminal-status-is-final, or ' : ''}a topic: ${coverageTopics.join(', ')}.`,
      },
    );
  }
}
