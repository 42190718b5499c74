/** A body or a value as indented JSON. Larger objects and lists fold; short ones are one line. Other strings stay as they are. */
import { counted } from '../../../base/text/counted.js';
import { markup, type Markup } from '../markup.js';
import { isBranch, jsonTree, type JsonBranch, type JsonNode } from './json-tree.js';

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

/** The value on one line; undefined if that is longer than `room`. */
function inline(one: JsonNode, room: number): string | undefined {
  let text = one.name === undefined ? '' : `${one.name}: `;
  if (!isBranch(one)) text += one.text;
  else {
    for (const item of one.items) {
      const part = inline(item, room - text.length);
      if (part === undefined) return undefined;
      text += `${part}, `;
    }
    text += '{  }';
  }
  return text.length > room ? undefined : text;
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
