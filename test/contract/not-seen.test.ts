import { expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { clientRules, judge, rules, unjudged } from '../../src/contract/index.js';

test('without traffic, no reason claims that something does not exist', () => {
  const reasons = judge([], { rules: [...rules, ...clientRules] }).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === undefined || /^(?:no|nothing|none)\b/i.test(reason))).toEqual(
    [],
  );
});

test('a rule never names an option of a command', () => {
  const all = [...rules, ...clientRules];
  const facts = [...all, ...unjudged].map((value) => JSON.stringify(value));
  const reasons = judge([], { rules: all }).map(({ reason }) => reason);
  expect(facts.length).toBeGreaterThan(150);
  expect([...reasons, ...facts].filter((text) => text?.includes('--'))).toEqual([]);
});

test('no text in the source of rules names an option of a command', () => {
  const folder = new URL('../../src/contract/', import.meta.url);
  const files = ['rows', 'clients'].flatMap((name) =>
    readdirSync(new URL(name, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${name}/${file}`),
  );
  expect(files.length).toBeGreaterThan(30);
  const named = files.flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
      .split('\n')
      .filter((line) => /--[a-z]/.test(line)),
  );
  expect(named).toEqual([]);
});
