/** A body or a value as indented JSON. Larger objects and lists fold; short ones are one line. Other strings stay as they are. */
import { shapeOf } from '../../../base/json-text.js';
import { counted } from '../../../base/text/counted.js';
import { markup, type Markup } from '../markup.js';

/** Characters of a line. */
const LINE = 64;
/** Levels and items that are open at first. */
const [OPEN_LEVELS, OPEN_ITEMS] = [3, 20] as const;

/** How `boundedText` ends a string that it cuts. */
const cutText = /^([^]*)… \((\d+) characters\)$/;

export function bodyView(text: string): Markup {
  const [, kept, length] = cutText.exec(text) ?? [];
  const tree = jsonTree(kept ?? text, kept !== undefined);
  if (!tree) return markup`<pre>${text}</pre>`;
  const rest =
    length === undefined
      ? undefined
      : markup`<div class="cut">Cut here. The body has ${length} characters.</div>`;
  return markup`<div class="json">${node(tree, 0, '')}${rest}</div>`;
}

/** @param text the value as `valueText` prints it */
export function valueView(text: string): Markup {
  return text.length > LINE ? bodyView(text) : markup`<pre>${text}</pre>`;
}

function node(one: JsonNode, level: number, end: string): Markup {
  const name = one.name === undefined ? undefined : markup`<span class="name">${one.name}</span>: `;
  if (!isBranch(one)) return markup`<div class="line">${name}${leaf(one.text)}${end}</div>`;
  const short = one.isCut ? undefined : inline(one, LINE);
  if (short !== undefined) return markup`<div class="line">${name}${spaced(one)}${end}</div>`;
  const close = one.open === '{' ? '}' : ']';
  const { items, isCut } = one;
  const count = counted(items.length, one.open === '{' ? 'field' : 'item');
  const isOpen = level < OPEN_LEVELS && items.length <= OPEN_ITEMS;
  const lines = items.map((item, index) =>
    node(item, level + 1, index < items.length - 1 || isCut ? ',' : ''),
  );
  return markup`<details${isOpen ? markup` open=""` : undefined}><summary>${name}${one.open}<span class="folded"> ${count}${isCut ? ', cut' : ''} ${close}${end}</span></summary><div>${lines}</div>${isCut ? undefined : markup`<div class="line">${close}${end}</div>`}</details>`;
}

/** The value on one line; undefined if that is longer than `columns`. */
function inline(one: JsonNode, columns: number): string | undefined {
  let text = one.name === undefined ? '' : `${one.name}: `;
  if (!isBranch(one)) text += one.text;
  else {
    for (const item of one.items) {
      const part = inline(item, columns - text.length);
      if (part === undefined) return undefined;
      text += `${part}, `;
    }
    text += '{  }';
  }
  return text.length > columns ? undefined : text;
}

function spaced({ open, items }: JsonBranch): Markup {
  const parts = items.map(
    (item, index) =>
      markup`${index > 0 ? ', ' : ''}${item.name === undefined ? undefined : markup`<span class="name">${item.name}</span>: `}${isBranch(item) ? spaced(item) : leaf(item.text)}`,
  );
  if (open === '[') return markup`[${parts}]`;
  return items.length === 0 ? markup`{}` : markup`{ ${parts} }`;
}

function leaf(text: string): Markup {
  if (text.startsWith('"')) return markup`<span class="string">${text}</span>`;
  return /^[-\d]/.test(text) ? markup`<span class="figure">${text}</span>` : markup`${text}`;
}

interface JsonLeaf {
  readonly name?: string;
  readonly text: string;
}

interface JsonBranch {
  readonly name?: string;
  readonly open: '{' | '[';
  readonly items: JsonNode[];
  /** Whether the cut is inside. */
  isCut: boolean;
}

type JsonNode = JsonLeaf | JsonBranch;

const isBranch = (node: JsonNode): node is JsonBranch => 'items' in node;

/** A deeper body stays text. */
const MAX_DEPTH = 20;

const token = /\s*(?:("(?:[^"\\]|\\[^])*(?:"|$))|([{}[\],:])|([^\s{}[\],:"]+))/gy;

/**
 * Reads the tokens of JSON into a tree, as they were sent: numbers keep their digits, and repeated fields stay. A body that the
 * report cut is read up to its cut.
 * @returns undefined for anything that is not an object or a list, and for one that is too deep
 */
function jsonTree(text: string, isCut: boolean): JsonBranch | undefined {
  if (!/^\s*[[{]/.test(text) || shapeOf(text).depth > MAX_DEPTH || (!isCut && !isJson(text)))
    return undefined;
  const stack: JsonBranch[] = [];
  let root: JsonBranch | undefined;
  let name: string | undefined;
  let pending: string | undefined;
  const put = (node: JsonNode): void => {
    stack.at(-1)?.items.push(name === undefined ? node : { ...node, name });
    name = undefined;
    pending = undefined;
  };
  const flush = (): void => {
    if (pending !== undefined) put({ text: pending });
  };
  for (const [, string, mark, word] of text.matchAll(token)) {
    if (mark === ':') {
      name = pending;
      pending = undefined;
    } else if (mark === ',') flush();
    else if (mark === '{' || mark === '[') {
      const branch: JsonBranch = { open: mark, items: [], isCut: false, ...(name !== undefined && { name }) };
      name = undefined;
      if (root === undefined) root = branch;
      else stack.at(-1)?.items.push(branch);
      stack.push(branch);
    } else if (mark === '}' || mark === ']') {
      flush();
      stack.pop();
      if (stack.length === 0) break;
    } else pending = string ?? word;
  }
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
