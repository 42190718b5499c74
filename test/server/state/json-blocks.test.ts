import fc, { cases } from '../../fast-check.js';
import { expect, it } from 'vitest';
import { JsonBlocks } from '../../../src/server/state/json-blocks.js';

interface Item {
  readonly id: string;
  readonly value: number;
}

const item = (id: number): Item => ({ id: String(id), value: 0 });
const rest = () => Promise.resolve();

function blocksWithCount() {
  const written = { count: 0 };
  const blocks = new JsonBlocks<Item>({
    keyOf: ({ id }) => id,
    isSame: (one, other) => one === other,
    toText: (records) => {
      written.count += records.length;
      return JSON.stringify(records).slice(1, -1);
    },
  });
  const text = () => `[${blocks.texts.map(String).join(',')}]`;
  return { blocks, written, text };
}

it('only changed blocks are written again: for a new record, a changed one, and a dropped one', async () => {
  const { blocks, written, text } = blocksWithCount();
  let items = Array.from({ length: 10_000 }, (_, id) => item(id));
  const update = async (next: Item[]): Promise<number> => {
    written.count = 0;
    items = next;
    await blocks.update(items, rest);
    expect(JSON.parse(text())).toEqual(items);
    return written.count;
  };
  expect(await update(items)).toBe(10_000);
  expect(await update(items)).toBe(0);
  expect(await update([...items, item(10_000)])).toBeLessThanOrEqual(500);
  expect(await update(items.with(5000, { id: '5000', value: 1 }))).toBe(500);
  expect(await update(items.with(0, { id: '0', value: 1 }))).toBe(500);
  expect(await update(items.slice(1))).toBeLessThanOrEqual(1000);
  expect(await update(items.toSpliced(3333, 1))).toBeLessThanOrEqual(1000);
  expect(await update(items)).toBe(0);
  expect(await update([])).toBe(0);
});

it('the text is that of the records, whatever changes', async () => {
  const change = fc.record({ from: fc.nat(3000), drop: fc.nat(900), add: fc.nat(900), change: fc.nat(3000) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
      const { blocks, text } = blocksWithCount();
      let next = 0;
      let items: Item[] = [];
      for (const { from, drop, add, change: changed } of changes) {
        const added = Array.from({ length: add }, () => item(next++));
        items = [...items.toSpliced(from, drop), ...added].map((one, place) =>
          place === changed ? { ...one, value: one.value + 1 } : one,
        );
        await blocks.update(items, rest);
        expect(text()).toBe(JSON.stringify(items));
      }
    }),
    cases(40),
  );
});
