/** What an armed fault makes of an answer: it takes its place, or changes how it travels. */
import type { Answer } from './api.js';
import { NOTHING, type Answered } from './answered.js';
import type { ArmedFault } from './armed-faults.js';
import { deliveryOf, describeFault, faultResult } from './faults.js';

export interface ArmedOccasion {
  readonly seed: number;
  readonly now: number;
  readonly requestId: string;
  readonly notes: Answer['notes'];
}

/** @param plainly answers as if nothing were armed */
export async function meetArmed(
  { fault, left }: ArmedFault,
  { seed, now, requestId, notes }: ArmedOccasion,
  plainly: () => Promise<Answered>,
): Promise<Answered> {
  const delivery = deliveryOf(fault, { ordinal: left, seed }, now);
  const malformed = fault.corrupt === 'malformed';
  const told = `armed: ${describeFault(fault)}`;
  if (fault.connection) return { result: NOTHING, notes: { ...notes, fault: told }, delivery };
  if (fault.answer) {
    const result = faultResult(fault.answer, requestId);
    return { result, notes: { ...notes, fault: told }, delivery, malformed };
  }
  const plain = await plainly();
  return {
    ...plain,
    notes: { ...plain.notes, fault: [told, plain.notes.fault].filter(Boolean).join('; ') },
    delivery: plain.delivery || delivery ? { ...plain.delivery, ...delivery } : undefined,
    malformed: malformed || plain.malformed === true,
  };
}
