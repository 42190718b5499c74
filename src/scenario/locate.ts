/** Finds the position of a JSON pointer in a YAML text. */
import { isMap, isNode, isScalar, isSeq, type Document, type LineCounter } from 'yaml';
import { parsePointer } from '../base/json-pointer.js';

/** The offset of a field's key or of a list entry. A missing field has the offset of the node around it. */
export function locate(document: Document, pointer: string): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of parsePointer(pointer)) {
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
