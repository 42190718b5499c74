/** Writes a scenario as readable YAML: one line for each short step and fault, comments on the line before. */
import {
  Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Node,
} from 'yaml';
import type { Scenario } from '../generated/control-api.js';
import { parsePointer } from '../base/json-pointer.js';

/** The longest line; longer steps and faults take several lines. */
const WIDTH = 120;

/**
 * @param comments by the JSON pointer of the node that the comment precedes, such as `/steps/2`
 * @param heading a comment for the top of the file
 */
export function writeScenario(
  scenario: Scenario,
  comments: ReadonlyMap<string, string> = new Map(),
  heading?: string,
): string {
  const document = new Document(scenario, { aliasDuplicateObjects: false, version: '1.2' });
  visit(document, {
    Pair(_key, { key, value: list }) {
      const name = isScalar(key) ? key.value : undefined;
      if (isSeq(list) && (name === 'steps' || name === 'faults'))
        for (const item of list.items) shorten(item);
      else if (name === 'violates') useOneLine(list);
    },
  });
  for (const [pointer, comment] of comments) {
    const node = document.getIn(parsePointer(pointer).map(keyOf), true);
    if (isNode(node)) node.commentBefore = commented(comment);
  }
  if (heading !== undefined) document.commentBefore = commented(heading);
  return withTightBrackets(
    document.toString({ lineWidth: 0, flowCollectionPadding: true, nullStr: '', singleQuote: true }),
  );
}

/** Removes the spaces inside brackets: `[a, b]` instead of `[ a, b ]`, as Prettier does. */
function withTightBrackets(text: string): string {
  const spaces: number[] = [];
  visit(parseDocument(text, { version: '1.2' }), {
    Seq(_key, { flow, range }) {
      if (!flow || !range) return;
      for (const index of [range[0] + 1, range[1] - 2]) if (text[index] === ' ') spaces.push(index);
    },
  });
  const cut = new Set(spaces);
  return text
    .split('')
    .filter((_, index) => !cut.has(index))
    .join('');
}

/** Puts the fields of a step or a fault on one line where they fit, else the nodes inside. */
function shorten(item: unknown): void {
  if (!isMap(item)) return;
  const [only] = item.items;
  if (item.items.length === 1 && only) useOneLine(only.value);
  else useOneLine(item);
}

function useOneLine(node: unknown): void {
  if (!isCollection(node)) return;
  if (fits(node)) node.flow = true;
  else for (const item of node.items) useOneLine(isPair(item) ? item.value : item);
}

function fits(node: Node): boolean {
  const text = JSON.stringify(node);
  return text.replaceAll('"', '').length < WIDTH - 20 && !text.includes('\\n');
}

const commented = (text: string): string => text.replace(/^/gm, ' ');
const keyOf = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part);
