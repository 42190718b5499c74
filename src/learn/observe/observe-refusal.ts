/** Counts what an error response shows: its kind, its status, and its body. */
import { headerOf } from '../../journal/exchange.js';
import { mediaTypeOf, type Call } from '../../contract/index.js';
import type { PlaceTallies } from './place-tallies.js';

/** A code of `refusals` in places.ts, or `foreign`, or `other`. */
export type RefusalKind = string;

export function observeRefusal(kind: RefusalKind, call: Call, tallies: PlaceTallies): void {
  const { exchange, received: answer, status } = call;
  const { response } = exchange;
  if (!response) return;
  const policy = tallies.policyFor(call, true);
  if (kind === 'other') countOther(call, tallies);
  else tallies.add(`refusal/${kind}`, String(status), call);
  if (kind === 'rate_limited')
    tallies.add('header/retry-after', retryAfterForm(headerOf(response.headers, 'retry-after')), call);
  if (status === 405)
    tallies.add('header/allow', headerOf(response.headers, 'allow') === undefined ? 'none' : 'present', call);
  if (answer.kind === 'too-large') return;
  const media = mediaTypeOf(response) ?? 'no content type';
  // Overlay files store these texts. A body belongs to its status.
  const add = (what: string): void => tallies.add('body/refusal', `${what} with ${status}`, call);
  if (answer.kind === 'not-recorded') return;
  if (answer.kind === 'empty') return add('no body');
  if (answer.kind !== 'json') return add(`${media} that is no JSON`);
  add(media);
  tallies.addValue('body/refusal', answer.value, policy, String(status));
  if (kind !== 'other') tallies.addExample(`refusal/${kind}`, answer.value, policy);
}

/** Counts an error response without a place of its own. */
export function countOther(call: Call, tallies: PlaceTallies): void {
  tallies.add('refusal/other', `${call.status} to ${call.operation}`, call);
}

function retryAfterForm(value: string | undefined): string {
  if (value === undefined) return 'none';
  if (/^\d+$/.test(value)) return 'seconds';
  return Number.isNaN(Date.parse(value)) ? 'neither seconds nor a date' : 'a date';
}
