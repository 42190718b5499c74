/** Whether each of the two key headers was seen accepted and refused. Section 5. */
import type { Call } from '../../trace/call.js';
import type { Trace } from '../../trace/trace.js';
import type { Gap } from './model.js';

const HEADERS = [
  ['bearer', 'Authorization: Bearer'],
  ['x-api-key', 'x-api-key'],
] as const;

/** @param isAuthorizationTaken whether a gateway uses the `Authorization` header, so that only `x-api-key` had keys */
export function keyGap(
  { succeeded, otherCalls }: Trace,
  isAuthorizationTaken: boolean,
): Pick<Gap, 'why'> | undefined {
  const usable = HEADERS.filter(([via]) => via !== 'bearer' || !isAuthorizationTaken);
  const missing = usable.flatMap(([via, name]) => [
    ...(succeeded.some(({ by }) => by.via === via) ? [] : [`accepted a valid key in ${name}`]),
    ...(otherCalls.some((call) => call.by.wrong && call.by.via === via && isDecision(call))
      ? []
      : [`refused a wrong key in ${name}`]),
  ]);
  return missing.length === 0 ? undefined : { why: `no response was seen that ${missing.join(' or ')}` };
}

/** Whether the service decided about the key. An accepted wrong key is a decision too, which rules judge. */
const isDecision = ({ status }: Call): boolean => status > 0 && status < 500 && status !== 429;
