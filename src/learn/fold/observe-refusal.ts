/** What a refusal shows: which of the known kinds it is, its status, and its body. */
import { headerOf } from '../../journal/exchange.js';
import { mediaTypeOf, type Call } from '../../contract/index.js';
import type { Notes } from './notes.js';

/** A kind of refusal that has a place of its own, or what else was refused. */
export type RefusalKind = string;

export function observeRefusal(kind: RefusalKind, call: Call, notes: Notes): void {
  const { exchange, answer, status } = call;
  const { response } = exchange;
  if (!response) return;
  const look = notes.lookOf(call, true);
  if (kind === 'other') noteOther(call, notes);
  else notes.add(`refusal/${kind}`, String(status), call);
  if (kind === 'rate_limited')
    notes.add('header/retry-after', retryAfterForm(headerOf(response.headers, 'retry-after')), call);
  if (status === 405)
    notes.add('header/allow', headerOf(response.headers, 'allow') === undefined ? 'none' : 'present', call);
  if (answer.kind === 'beyond') return;
  const media = mediaTypeOf(response) ?? 'no content type';
  if (answer.kind === 'empty') return notes.add('body/refusal', 'no body', call);
  if (answer.kind !== 'json') return notes.add('body/refusal', `${media} that is no JSON`, call);
  notes.add('body/refusal', media, call);
  notes.look('body/refusal', answer.value, look, call, String(status));
  if (kind !== 'other') notes.example(`refusal/${kind}`, answer.value, look);
}

/** Notes that a request was refused for a reason that has no place of its own. */
export function noteOther(call: Call, notes: Notes): void {
  notes.add('refusal/other', `${call.status} to ${call.operation}`, call);
}

function retryAfterForm(value: string | undefined): string {
  if (value === undefined) return 'none';
  if (/^\d+$/.test(value)) return 'seconds';
  return Number.isNaN(Date.parse(value)) ? 'neither seconds nor a date' : 'a date';
}
