import { expect, it } from 'vitest';
import { Turns } from '../../../src/server/control/turns.js';

it('other work of the process comes between two turns', async () => {
  const turns = new Turns();
  const events: string[] = [];
  const others = setInterval(() => events.push('other'), 1);
  const all = ['first', 'second', 'third'].map((name) =>
    turns.take(async () => {
      const end = performance.now() + 15;
      while (performance.now() < end);
      events.push(name);
    }),
  );
  await Promise.all(all);
  clearInterval(others);
  expect(events.join(' ')).toMatch(/first (other )+second (other )+third/);
});

it('a turn that fails lets the next one begin', async () => {
  const turns = new Turns();
  const failed = turns.take(() => Promise.reject(new Error('no snapshot')));
  const next = turns.take(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('no snapshot');
  expect(await next).toBe('next');
});
