/** Finds the place in a YAML text that a JSON pointer speaks of. */
import { isMap, isNode, isScalar, isSeq, type Document, type LineCounter } from 'yaml';
import { pathOf } from './pointer.js';

/**
 * The offset of what the pointer names: a field's key, an entry of a list, or, when it is not there at all (a missing
 * field), the nearest thing around it.
 */
export function locate(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of pathOf(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (!pair) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      if (node === undefined) return offset;
      offset = startOf(node) ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}

/** Line and column of an offset, both from 1. */
export function positionAt(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) && node.range ? node.range[0] : undefined;
}
