/**
 * Reads the tokens of JSON into a tree, as they were sent: numbers keep their digits, and repeated fields stay. A body that the
 * report cut is read up to its cut.
 */

export interface JsonLeaf {
  readonly name?: string;
  readonly text: string;
}

export interface JsonBranch {
  readonly name?: string;
  readonly open: '{' | '[';
  readonly items: JsonNode[];
  /** Whether the cut is inside. */
  isCut: boolean;
}

export type JsonNode = JsonLeaf | JsonBranch;

export const isBranch = (node: JsonNode): node is JsonBranch => 'items' in node;

/** Deeper values stay one string. */
const MAX_DEPTH = 12;

const token = /\s*(?:("(?:[^"\\]|\\[^])*(?:"|$))|([{}[\],:])|([^\s{}[\],:"]+))/gy;

/** @returns undefined for anything that is not an object or a list */
export function jsonTree(text: string, isCut: boolean): JsonBranch | undefined {
  if (!/^\s*[[{]/.test(text) || (!isCut && !isJson(text))) return undefined;
  const stack: JsonBranch[] = [];
  let root: JsonBranch | undefined;
  let name: string | undefined;
  let pending: string | undefined;
  /** The raw text of a value that is too deep, and the number of its open brackets. */
  let deep = '';
  let depth = 0;
  const put = (node: JsonNode): void => {
    stack.at(-1)?.items.push(name === undefined ? node : { ...node, name });
    name = undefined;
    pending = undefined;
  };
  const flush = (): void => {
    if (pending !== undefined) put({ text: pending });
  };
  for (const [, string, mark, word] of text.matchAll(token)) {
    const piece = string ?? mark ?? word ?? '';
    if (depth > 0) {
      deep += piece;
      if (mark === '{' || mark === '[') depth += 1;
      if (mark === '}' || mark === ']') depth -= 1;
      if (depth === 0) pending = deep;
    } else if (mark === ':') {
      name = pending;
      pending = undefined;
    } else if (mark === ',') flush();
    else if (mark === '{' || mark === '[') {
      if (stack.length >= MAX_DEPTH) {
        deep = piece;
        depth = 1;
        continue;
      }
      const branch: JsonBranch = { open: mark, items: [], isCut: false, ...(name !== undefined && { name }) };
      name = undefined;
      if (root === undefined) root = branch;
      else stack.at(-1)?.items.push(branch);
      stack.push(branch);
    } else if (mark === '}' || mark === ']') {
      flush();
      stack.pop();
      if (stack.length === 0) break;
    } else pending = piece;
  }
  if (depth > 0) pending = deep;
  // The cut can be between a name and its value.
  if (name !== undefined) pending ??= '';
  flush();
  for (const branch of stack) branch.isCut = true;
  return root;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
