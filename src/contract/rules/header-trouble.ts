/** Whether a refusal is about the header that carried the key, and about nothing else. Section 5. */
import { isBefore, isRename, type Call } from '../trace/call.js';
import { isGoneAfterItsEnd } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';

/** What a valid request gets here depends on more than the request: on a quota, or on the state of a job. */
const dependent: readonly string[] = ['startGeneration', 'createPresentation', 'sendGenerationMessage'];

/**
 * Refused in one header each time, and answered with success in the other each time, for the same thing and the same key.
 * Such a refusal breaks the promise that either header will do, and says nothing about the operation.
 */
export function isHeaderTrouble(call: Call, trace: Trace): boolean {
  // Of keys that cannot be told apart, one may be wrong.
  if (!call.refused || call.by.isBlurred || isGoneAfterItsEnd(call, trace.job(call.id))) return false;
  const isDependent = dependent.includes(call.operation);
  const known = isDependent ? trace.keyed(call.operation) : trace.about(call.operation, call.id);
  const all = known.filter((other) => other.by.key === call.by.key);
  const isOk = (other: Call) => other.ok && other.by.via !== call.by.via;
  const isNever = all.every((other) => !other.ok || other.by.via !== call.by.via);
  if (isDependent) {
    if (!isNever || !all.some(isOk)) return false;
    // A quota that is used up stays so: only a success in the other header before and after tells.
    const isBetween =
      all.some((other) => isOk(other) && isBefore(other, call)) &&
      all.some((other) => isOk(other) && isBefore(call, other));
    return call.status === 401 || (call.status === 403 && isBetween);
  }
  const isPatch = call.operation === 'updatePresentation';
  if (isPatch && !isRename(call)) return false;
  const alike = all.filter((other) => !isPatch || isRename(other));
  const same = alike.filter((other) => other.by.via === call.by.via);
  const others = alike.filter((other) => other.by.via !== call.by.via);
  const isAboutKeys = [401, 403, 404].includes(call.status);
  return (
    isAboutKeys &&
    same.every((other) => other.refused) &&
    others.length > 0 &&
    others.every((other) => other.ok)
  );
}
