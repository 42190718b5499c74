/**
 * Adds to the reason of a rule without evidence the options of `deckhand verify` that help, without those that the run had.
 * Other commands have none.
 */
import type { Settings } from '../explore/options.js';
import {
  noAcceptedReply,
  noAcceptedStart,
  noDisabledKey,
  noFailure,
  noLimit,
  noOther,
  noPollAfterReply,
  noQuestion,
  noStart,
  noTemplateStart,
} from '../rows/reasons.js';

interface Help {
  readonly flag: string;
  /** Its setting, if a run that has it needs no other value of it. */
  readonly setting?: keyof Settings;
}

const question: Help = { flag: '--question-prompt', setting: 'questionPrompt' };

const options: ReadonlyMap<string, readonly Help[]> = new Map([
  [noStart, [{ flag: '--max-jobs' }, { flag: '--read-only' }]],
  [noAcceptedStart, [{ flag: '--start-body' }, { flag: '--template-id' }]],
  [noTemplateStart, [{ flag: '--template-id' }]],
  [noQuestion, [question]],
  [noAcceptedReply, [{ flag: '--reply-body' }]],
  [noPollAfterReply, [question]],
  [noFailure, [{ flag: '--failure-prompt', setting: 'failurePrompt' }]],
  [noOther, [{ flag: '--other-api-key', setting: 'otherApiKey' }]],
  [noDisabledKey, [{ flag: '--disabled-api-key', setting: 'disabledApiKey' }]],
  [noLimit, [{ flag: '--probe-rate-limit', setting: 'probeRateLimit' }]],
]);

export function withOptions(reason: string, settings: Settings): string {
  const helping = options.get(reason)?.filter(({ setting }) => !setting || !settings[setting]) ?? [];
  return helping.length === 0 ? reason : `${reason} (${helping.map(({ flag }) => flag).join(', ')})`;
}
