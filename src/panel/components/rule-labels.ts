/** Short labels of client rules, for tags. */
import { capitalize, startSentence } from '../../ui/format.js';

/** What a client did that a rule forbids. The titles of rules describe a correct client instead. */
export const RULE_LABELS: Readonly<Record<string, string>> = {
  'client/stops-polling-when-completed': 'polled after the end',
  'client/stops-polling-when-failed': 'polled after the failure',
  'client/stops-polling-when-awaiting-input': 'polled during a question',
  'client/gives-up-on-stuck-job': 'polled a stuck job',
  'client/has-polling-timeout': 'polled without a limit',
  'client/no-tight-polling-loop': 'polled in a tight loop',
  'client/backs-off-after-failures': 'did not back off',
  'client/honors-retry-after': 'ignored Retry-After',
  'client/no-retry-on-permanent-error': 'retried after a permanent error',
  'client/no-duplicate-reply': 'repeated a reply',
  'client/polls-received-job-ids': 'polled an unknown job',
  'client/no-message-to-finished-job': 'replied to a finished job',
  'client/sends-key-in-header': 'sent no key in a header',
  'client/no-key-in-url': 'sent its key in the URL',
  'client/sends-single-key': 'sent two keys',
  'client/sends-json-body': 'sent a body that is not JSON',
  'client/sends-json-content-type': 'sent another content type',
  'client/request-fields-are-documented': 'sent another field name or type',
  'client/no-undocumented-body': 'sent an unneeded body',
  'client/no-slides-in-patch': 'tried to change slides',
  'client/uses-documented-operations': 'requested an unknown operation',
  'client/uses-documented-version': 'requested another version',
};

/** The label of a finding; for an unknown rule, its message. */
export function ruleLabel({ rule, message }: { readonly rule: string; readonly message: string }): string {
  const label = RULE_LABELS[rule];
  return label === undefined ? startSentence(message) : capitalize(label);
}
