/** A stated reason why no rule catches some derived mutants. */

export interface Explanation {
  /** Ids of mutants. `{one,two}` stands for each of them. */
  readonly mutants: readonly string[];
  readonly why: string;
}

const known = new WeakMap<Explanation, ReadonlySet<string>>();

export function findExplanation(reasons: readonly Explanation[], id: string): Explanation | undefined {
  return reasons.find((reason) => {
    const ids = known.get(reason) ?? new Set(reason.mutants.flatMap(expanded));
    known.set(reason, ids);
    return ids.has(id);
  });
}

function expanded(pattern: string): readonly string[] {
  const [whole, list] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(',').flatMap((item) => expanded(pattern.replace(whole, item)));
}
