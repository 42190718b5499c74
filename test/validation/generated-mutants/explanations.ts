/** A stated reason why some generated mutants survive. */
export interface Explanation {
  /** Ids of mutants. `{one,two}` stands for each of them. */
  readonly mutants: readonly string[];
  readonly why: string;
}

const expandedIds = new WeakMap<Explanation, ReadonlySet<string>>();

export function findExplanation(reasons: readonly Explanation[], id: string): Explanation | undefined {
  return reasons.find((reason) => {
    const ids = expandedIds.get(reason) ?? new Set(reason.mutants.flatMap(expandPattern));
    expandedIds.set(reason, ids);
    return ids.has(id);
  });
}

function expandPattern(pattern: string): readonly string[] {
  const [whole, list] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(',').flatMap((item) => expandPattern(pattern.replace(whole, item)));
}
