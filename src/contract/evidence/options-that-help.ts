/** Adds to the reason of a rule without evidence the options of `deckhand verify` that help. Other commands have none. */
import {
  noAcceptedReply,
  noAcceptedStart,
  noAnswer,
  noDisabledKey,
  noFailure,
  noLimit,
  noOther,
  noPollAfterReply,
  noQuestion,
  noStart,
  noTemplateStart,
} from '../rules/reasons.js';

const options: ReadonlyMap<string, string> = new Map([
  [noStart, '--max-jobs, --read-only'],
  [noAcceptedStart, '--start-body, --template-id'],
  [noTemplateStart, '--template-id'],
  [noQuestion, '--question-prompt'],
  [noAnswer, '--question-prompt'],
  [noAcceptedReply, '--reply-body'],
  [noPollAfterReply, '--question-prompt'],
  [noFailure, '--failure-prompt'],
  [noOther, '--other-api-key'],
  [noDisabledKey, '--disabled-api-key'],
  [noLimit, '--probe-rate-limit'],
]);

export function withOptions(reason: string): string {
  const help = options.get(reason);
  return help === undefined ? reason : `${reason} (${help})`;
}
