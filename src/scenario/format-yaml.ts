/** Formats a scenario as readable YAML, with short steps and faults on one line. */
import { Document, isCollection, isMap, isScalar, isSeq, visit } from 'yaml';
import type { Scenario } from '../generated/control-api.js';

/** In characters. Longer steps and faults take several lines. */
const MAX_FLOW_WIDTH = 100;

export function formatScenario(scenario: Scenario): string {
  const document = new Document(scenario, { aliasDuplicateObjects: false, version: '1.2' });
  visit(document, {
    Pair(_key, { key, value: list }) {
      if (!isSeq(list) || !isScalar(key) || (key.value !== 'steps' && key.value !== 'faults')) return;
      for (const item of list.items) {
        // A step has one field, and a fault has several.
        const [only, ...others] = isMap(item) ? item.items : [];
        const node = only && others.length === 0 ? only.value : item;
        if (isCollection(node)) node.flow = fitsOnOneLine(node.toJSON());
      }
    },
  });
  return document.toString({ lineWidth: 0, nullStr: '', singleQuote: true });
}

function fitsOnOneLine(value: unknown): boolean {
  const text = JSON.stringify(value);
  return text.replaceAll('"', '').length < MAX_FLOW_WIDTH && !text.includes('\\\\n');
}
