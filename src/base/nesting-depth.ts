/** Limits the nesting depth of untrusted values, so that recursive code cannot overflow the stack. */

export const MAX_DEPTH = 100;

/** Whether a value has more than `maxDepth` levels of objects and arrays. It does not recurse. */
export function exceedsDepth(value: unknown, maxDepth = MAX_DEPTH): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const below: unknown[] = [];
    for (const parent of level) {
      for (const child of getChildren(parent))
        if (typeof child === 'object' && child !== null) below.push(child);
    }
    level = below;
  }
  return false;
}

function getChildren(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
