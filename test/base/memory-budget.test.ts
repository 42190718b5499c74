import { expect, test } from 'vitest';
import { bytesInMemory, MemoryBudget, type Account, type Holder } from '../../src/base/memory-budget.js';

/** A list of entries that have only a weight. */
class Entries implements Holder {
  readonly #account: Account;
  readonly kind: string;
  readonly entries: number[] = [];

  constructor(account: Account, kind = 'jobs') {
    this.#account = account;
    this.kind = kind;
    account.add(this);
  }

  get weight(): number {
    return this.entries.reduce((sum, entry) => sum + entry, 0);
  }

  add(...weights: number[]): void {
    for (const weight of weights) {
      this.entries.push(weight);
      this.#account.charge(weight);
    }
  }

  dropOldest(): void {
    const weight = this.entries.shift();
    if (weight !== undefined) this.#account.charge(-weight);
  }
}

test('within the budget nothing is dropped', () => {
  const budget = new MemoryBudget(100);
  const entries = new Entries(budget.account('amber'));
  entries.add(40, 60);
  expect([entries.entries, budget.total]).toEqual([[40, 60], 100]);
});

test('the largest workspace loses its oldest entries, and the others lose none', () => {
  const told: string[] = [];
  const budget = new MemoryBudget(100, (kind, id) => told.push(`${kind} of ${id}`));
  const [amber, birch] = [new Entries(budget.account('amber')), new Entries(budget.account('birch'))];
  amber.add(10, 20, 30);
  birch.add(40);
  birch.add(5);
  expect([amber.entries, birch.entries]).toEqual([
    [20, 30],
    [40, 5],
  ]);
  birch.add(8);
  expect([amber.entries, birch.entries]).toEqual([
    [20, 30],
    [5, 8],
  ]);
  expect(told).toEqual(['jobs of amber', 'jobs of birch']);
});

test('the largest part of a workspace is the one that loses entries', () => {
  const budget = new MemoryBudget(100);
  const account = budget.account('amber');
  const [jobs, exchanges] = [new Entries(account, 'jobs'), new Entries(account, 'exchanges')];
  jobs.add(10, 10);
  exchanges.add(50, 25, 25);
  expect([jobs.entries, exchanges.entries]).toEqual([
    [10, 10],
    [25, 25],
  ]);
});

test('an entry larger than the budget is dropped', () => {
  const budget = new MemoryBudget(100);
  const entries = new Entries(budget.account('amber'));
  entries.add(101);
  expect([entries.entries, budget.total]).toEqual([[], 0]);
});

test('the bytes of a closed account and of a removed part are returned', () => {
  const budget = new MemoryBudget(100);
  const [amber, birch] = [new Entries(budget.account('amber')), new Entries(budget.account('birch'))];
  amber.add(50);
  birch.add(30);
  budget.close('amber');
  expect(budget.total).toBe(30);
  amber.add(500);
  expect(budget.total).toBe(30);
  budget.account('birch').remove(birch);
  expect(budget.total).toBe(0);
});

test('a text takes one byte for each character, or two if one of them is not Latin-1', () => {
  expect([bytesInMemory('Zürich'), bytesInMemory('東京 1')]).toEqual([6, 8]);
});
