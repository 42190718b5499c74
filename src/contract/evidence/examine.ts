/** Compares what a run has seen with its minimum: what is missing, and what else was not examined. Pure. */
import type { Gap, EvidenceReport, Minimum, Topic, Unexamined } from './model.js';
import { isTopic } from './model.js';
import { alwaysFails, gapOf, type Seen, type Why } from './topic-gaps.js';

/** Each topic depends on the one before it: without a start, no status can be seen. */
const CHAIN: readonly Topic[] = ['start', 'status', 'end', 'completed', 'fetch', 'rename'];

/** What else explains a gap. */
const CAUSES: Partial<Readonly<Record<Topic, readonly Topic[]>>> = {
  isolation: ['start'],
  question: ['start', 'status', 'end'],
  reply: ['start', 'status', 'end', 'question'],
  failure: ['start', 'status', 'end'],
};

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
  const has = (topic: string): boolean => gaps.some((gap) => gap.topic === topic);
  return gaps.map((gap) => {
    if (gap.because !== undefined) return gap;
    const at = CHAIN.indexOf(gap.topic as Topic);
    const cause = CHAIN.slice(0, Math.max(0, at)).find(has);
    if (cause !== undefined) return { ...gap, because: cause };
    const other = CAUSES[gap.topic as Topic]?.find(has);
    return other === undefined ? gap : { ...gap, because: other };
  });
}

function unexamined(seen: Seen, { name, required, lowered }: Minimum): readonly Unexamined[] {
  const named = NAMED.filter((topic) => !required.includes(topic) && isPossible(name, topic));
  return [...new Set([...lowered.filter(isTopic), ...named])].flatMap((topic): Unexamined[] => {
    const gap = gapOf(topic, seen);
    return gap ? [{ topic, help: gap.help ?? '' }] : [];
  });
}

/** A read-only run cannot create or reply, and its headline names its smaller minimum. */
const isPossible = (name: Minimum['name'], topic: Topic): boolean =>
  name !== 'read-only' || topic === 'isolation';
