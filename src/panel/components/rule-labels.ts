import { capitalize } from '../parts/format.js';

/** What a client did that a rule forbids, in a few words for a tag. The names of rules say what a good client does. */
export const RULE_LABELS: Readonly<Record<string, string>> = {
  'client/stops-when-completed': 'polled after the end',
  'client/stops-when-failed': 'polled after the failure',
  'client/stops-to-act-when-asked': 'polled during a question',
  'client/polls-nothing-for-ever': 'polled without a change for long',
  'client/limits-its-polling': 'polled without a limit',
  'client/never-polls-in-a-tight-loop': 'polled in a tight loop',
  'client/backs-off-on-repeated-failures': 'did not back off',
  'client/comes-back-no-earlier-than-told': 'ignored Retry-After',
  'client/retries-only-what-is-transient': 'repeated a refused request',
  'client/sends-a-reply-once': 'repeated a reply',
  'client/polls-only-jobs-it-was-given': 'polled an unknown job',
  'client/sends-no-message-to-a-finished-job': 'replied to a finished job',
  'client/sends-the-key-in-a-header': 'sent no key in a header',
  'client/keeps-the-key-out-of-addresses': 'sent its key in the URL',
  'client/sends-one-key-at-a-time': 'sent two keys',
  'client/sends-json': 'sent a body that is not JSON',
  'client/says-that-it-sends-json': 'sent another content type',
  'client/sends-the-documented-shape': 'sent a field of another type',
  'client/sends-no-body-where-there-is-none': 'sent an unneeded body',
  'client/leaves-the-slides-alone': 'tried to change slides',
  'client/asks-for-documented-operations': 'requested an unknown operation',
  'client/asks-for-the-documented-version': 'requested another version',
};

/** An observation is not a violation, so its rule's name says nothing about it. */
export function ruleLabel({ rule, message }: { readonly rule: string; readonly message: string }): string {
  return capitalize(RULE_LABELS[rule] ?? message);
}
