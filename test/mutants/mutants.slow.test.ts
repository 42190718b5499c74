import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mutants } from './mutants.js';
import { sectionOf, type Need } from './mutant.js';
import type { Variation } from './plain-service/variation.js';
import { tour } from './tour.js';

const plain: Variation = {};
const known = new Map<Variation, Map<string, string>>();

/** A hash of the transcript: services that differ on the wire have different ones. */
function fingerprint(variation: Variation, needs: readonly Need[]): string {
  const own = known.get(variation) ?? new Map<string, string>();
  known.set(variation, own);
  const key = needs.join();
  const print =
    own.get(key) ??
    createHash('sha256')
      .update(tour([variation], needs).join('\n'))
      .digest('hex');
  own.set(key, print);
  return print;
}

test.each(mutants)('$id differs on the wire, with its needs', ({ apply, needs = [] }) => {
  expect(fingerprint(apply, needs)).not.toBe(fingerprint(plain, needs));
});

test('two mutants with the same needs have different transcripts', () => {
  const byPrint = new Map<string, string[]>();
  for (const { id, apply, needs = [] } of mutants) {
    const print = `${needs.join()} ${fingerprint(apply, needs)}`;
    byPrint.set(print, [...(byPrint.get(print) ?? []), id]);
  }
  expect([...byPrint.values()].filter((ids) => ids.length > 1)).toEqual([]);
});

test('the tour of the plain service is the same every time', () => {
  expect(tour([], ['question', 'failure', 'second-key'])).toEqual(
    tour([], ['question', 'failure', 'second-key']),
  );
});

test('ids are kebab-case, titles are sentences', () => {
  for (const { id, title } of mutants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
});

test('every section with a promise is broken by a mutant', () => {
  const broken = new Set(mutants.flatMap(({ sections }) => sections));
  for (const section of ['1', '2.1', '2.2', '3', '4', ...Object.values(sectionOf), '5', '7', '8', '9']) {
    expect(broken).toContain(section);
  }
});
