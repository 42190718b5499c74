/** The words of pages, scenarios and messages: a few old terms of this project do not return. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const OLD = /\b(?:shall|begin anew|put back|armed|disarmed|docket|census|happenings|let go)\b/gi;

const files = (folder: string, ending: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith(ending) && !file.startsWith('decisions'))
    .map((file) => join(folder, file));

/** Without code, which has the names of fields and verbs. */
const prose = (text: string): string =>
  text.replaceAll(/^```(?!text).*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '');

/** The string literals of a module, which are its messages. */
const literals = (text: string): string =>
  text
    .replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '')
    .match(/'[^'\n]*'|`[^`]*`/g)
    ?.filter((literal) => literal.includes(' '))
    .join('\n') ?? '';

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...files('docs', '.md'),
  ...files('scenarios', '.yaml'),
])('%s has no old word', (file) =>
  expect(prose(readFileSync(join(ROOT, file), 'utf8')).match(OLD) ?? []).toEqual([]),
);

test('the messages of commands, servers, rules and the panel have no old word', () => {
  const sources = [...files('src', '.ts'), ...files('src', '.tsx')].filter(
    (file) => !file.includes('generated'),
  );
  const found = sources.flatMap((file) =>
    (literals(readFileSync(join(ROOT, file), 'utf8')).match(OLD) ?? []).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});
