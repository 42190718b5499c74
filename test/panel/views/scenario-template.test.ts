import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUNDLED_SCENARIOS } from '../../../src/files/bundled-folder.js';
import { listScenarioFiles } from '../../../src/files/scenario-files.js';
import { copyOf, templateFor } from '../../../src/panel/views/scenario-template.js';
import { parseScenario } from '../../../src/scenario/parse.js';

function titleOf(text: string): string | undefined {
  const parsed = parseScenario({ name: 'new', file: 'new.yaml', text });
  return 'timeline' in parsed ? parsed.timeline.title : undefined;
}

it('the template is a valid scenario for any name', () => {
  expect(titleOf(templateFor('slow-harbour'))).toBe('Slow harbour');
  for (const name of ['null', 'on', '7', '1e3', 'x-'.repeat(31) + 'x'])
    expect(titleOf(templateFor(name))).toMatch(/^\w/);
});

it('a copy has a new title if the title is on one line, and is otherwise unchanged', () => {
  for (const file of listScenarioFiles(BUNDLED_SCENARIOS)) {
    const text = readFileSync(file, 'utf8');
    expect(titleOf(copyOf(text)), file).toBe(`Copy of ${titleOf(text)}`);
  }
  const quoted = `title: 'It''s mine'\ndescription: D\nsteps: [complete: null]\n`;
  expect(titleOf(copyOf(quoted))).toBe("Copy of It's mine");
  const folded = 'title: >-\n  Mine\ndescription: D\nsteps: [complete: null]\n';
  expect(copyOf(folded)).toBe(folded);
});
