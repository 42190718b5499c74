/** Compares what a run has seen with its minimum: what is missing, and what else was not examined. Pure. */
import type { Gap, EvidenceReport, Minimum, Topic, Unexamined } from './minimum.js';
import { isTopic } from './minimum.js';
import { alwaysFails, gapOf, topicRows, type Seen, type Why } from './topics.js';

/** The parts outside the minimum that every report names if they were not seen. */
const NAMED: readonly Topic[] = ['isolation', 'create', 'reply'];

/** @param stopped why the run ended early */
export function examine(seen: Seen, minimum: Minimum, stopped?: string): EvidenceReport {
  const missing = requiredOf(seen, minimum).flatMap((name): readonly Gap[] => {
    const gap = isTopic(name) ? gapOf(name, seen) : ruleGap(name, seen);
    if (!gap) return [];
    const { isFinal, ...rest } = gap;
    const isCut = stopped !== undefined && isFinal !== true;
    return [{ topic: name, ...rest, ...(isCut && { because: 'run' }) }];
  });
  const run = stopped === undefined ? [] : [{ topic: 'run', why: stopped }];
  return { minimum, missing: linked([...run, ...missing]), unexamined: unexamined(seen, minimum) };
}

/** Creating is part of the minimum if the service never decided about it: its body may be right. */
function requiredOf({ trace }: Seen, { name, required, lowered }: Minimum): readonly string[] {
  const isAdded = name === 'full' && !required.includes('create') && !lowered.includes('create');
  return isAdded && alwaysFails(trace, 'createPresentation') ? [...required, 'create'] : required;
}

function ruleGap(id: string, { verdicts }: Seen): Why | undefined {
  const verdict = verdicts.find(({ rule }) => rule.id === id);
  if (verdict && verdict.outcome !== 'not-reached') return undefined;
  return { why: `the rule ${id} could not be judged (${verdict?.reason ?? 'it was not run'})` };
}

/** Names the cause of each gap that another gap explains. */
function linked(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.map((gap) => {
    const after = isTopic(gap.topic) ? (topicRows[gap.topic].after ?? []) : [];
    const cause = gap.because ?? after.find((topic) => gaps.some((other) => other.topic === topic));
    return cause === undefined ? gap : { ...gap, because: cause };
  });
}

/** A read-only run cannot create or reply, and its headline names its smaller minimum. */
function unexamined(seen: Seen, { name, required, lowered }: Minimum): readonly Unexamined[] {
  const named = NAMED.filter(
    (topic) => !required.includes(topic) && (name !== 'read-only' || topic === 'isolation'),
  );
  return [...new Set([...lowered.filter(isTopic), ...named])].flatMap((topic): Unexamined[] => {
    const gap = gapOf(topic, seen);
    return gap ? [{ topic, help: gap.help ?? '' }] : [];
  });
}
