import { describe, expect, it, vi } from 'vitest';
import { TabStorage, type Entry } from '../../../src/integrations/browser/tab-storage.js';

/** A Storage with room for a number of characters. */
function storage(room = Infinity): Storage {
  const items = new Map<string, string>();
  const used = (): number => [...items].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  return {
    getItem: (name) => items.get(name) ?? null,
    removeItem: (name) => void items.delete(name),
    setItem(name, text) {
      const before = items.get(name);
      items.delete(name);
      if (used() + name.length + text.length <= room) {
        items.set(name, text);
        return;
      }
      if (before !== undefined) items.set(name, before);
      throw new DOMException('No room', 'QuotaExceededError');
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

/** Strings of a hundred characters, the newest first. */
const entries = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    number: count - index,
    text: JSON.stringify(String(count - index).padStart(98)),
  }));

const numbers = (tab: TabStorage): number[] =>
  (JSON.parse(tab.read()?.entries ?? '[]') as string[]).map(Number);

describe('the storage of a tab', () => {
  it('keeps a state and entries, the oldest first', () => {
    const items = storage();
    const tab = new TabStorage(items, 'app');
    expect(tab.read()).toBeUndefined();
    expect(tab.write('"state"', entries(200))).toBe('all');
    const next = new TabStorage(items, 'app');
    expect(next.read()?.state).toBe('"state"');
    expect(numbers(next)).toEqual(
      entries(200)
        .map(({ number }) => number)
        .reverse(),
    );
  });

  it('writes new entries only', () => {
    const items = storage();
    const tab = new TabStorage(items, 'app');
    tab.write('"state"', entries(1000));
    const written = vi.spyOn(items, 'setItem');
    expect(tab.write('"state"', entries(1001))).toBe('all');
    const characters = written.mock.calls.reduce((sum, [, text]) => sum + text.length, 0);
    expect(characters).toBeLessThan(6_500);
    expect(numbers(tab)).toHaveLength(1001);
  });

  it('removes entries that are no longer in the list', () => {
    const tab = new TabStorage(storage(), 'app');
    tab.write('"state"', entries(200));
    expect(tab.write('"state"', entries(200).slice(0, 100))).toBe('all');
    expect(numbers(tab)[0]).toBe(101);
    tab.write('"state"', []);
    expect(numbers(tab)).toEqual([]);
  });

  it('drops the oldest entries when it is full', () => {
    const items = storage(10_000);
    const tab = new TabStorage(items, 'app');
    for (const count of [90, 120, 121, 160, 250]) {
      const outcome = tab.write(`"state ${count}"`, entries(count));
      expect(outcome).toBe(count === 90 ? 'all' : 'some');
      expect(tab.read()?.state).toBe(`"state ${count}"`);
      const kept = numbers(tab);
      expect(kept.length).toBeGreaterThan(30);
      expect(kept).toEqual(kept.map((_, index) => count - kept.length + 1 + index));
      expect(numbers(new TabStorage(items, 'app'))).toEqual(kept);
    }
  });

  it('drops all entries before the state', () => {
    const tab = new TabStorage(storage(1000), 'app');
    expect(tab.write('x'.repeat(100), entries(2))).toBe('all');
    expect(tab.write('x'.repeat(950), entries(2))).toBe('state');
    expect(tab.read()).toEqual({ state: 'x'.repeat(950), entries: '[]' });
  });

  it('keeps nothing instead of an old state', () => {
    const items = storage(1000);
    const tab = new TabStorage(items, 'app');
    tab.write('x'.repeat(100), entries(2));
    expect(tab.write('x'.repeat(2000), entries(2))).toBe('nothing');
    expect(items.length).toBe(0);
  });

  it('stores fewer than two million characters of entries, and reads no more than it stores', () => {
    let read = 0;
    const tab = new TabStorage(storage(), 'app');
    const large = (function* () {
      for (;;) yield { number: 1_000 - (read += 1), text: `"${'x'.repeat(100_000)}"` };
    })();
    expect(tab.write('"state"', large)).toBe('some');
    expect(read).toBe(20);
    expect(tab.read()?.entries.length).toBeLessThan(2_000_000);
  });

  it('does not touch the items of the page, or of another mock server', () => {
    const items = storage();
    items.setItem('app mine', 'mine');
    new TabStorage(items, 'app x').write('"other"', entries(100));
    const tab = new TabStorage(items, 'app');
    tab.write('"state"', entries(1));
    tab.clear();
    expect(items.getItem('app mine')).toBe('mine');
    expect(numbers(new TabStorage(items, 'app x'))).toHaveLength(100);
  });
});
