import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { compileScenarioText } from '../../src/scenario/compile-text.js';
import { compileOrThrow } from './test-scenarios.js';

const FOLDER = new URL('../../scenarios/', import.meta.url);
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
const nameOf = (file: string): string => file.replace('.yaml', '');

describe.each(files)('%s', (file) => {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');

  it('is valid, and the bundled copy is the same as the file', () => {
    const name = nameOf(file);
    const document = bundledScenarios[name];
    if (!document) throw new Error(`${name} is not bundled`);
    expect(compileScenarioText({ name, file, text })).toEqual({
      document,
      timeline: compileOrThrow(document, name),
    });
  });

  it('names its schema for editors in the first line', () => {
    expect(text.split('\n', 1)[0]).toBe('# yaml-language-server: $schema=./scenario.schema.json');
  });
});

it('every bundled scenario has a file', () => {
  expect(files.map(nameOf).sort()).toEqual(Object.keys(bundledScenarios).sort());
});
