import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUNDLED_SCENARIOS, listScenarioFiles } from '../../../src/adapters/scenario-files.js';
import { copyOf, templateFor } from '../../../src/panel/views/scenario-template.js';
import { parseScenario } from '../../../src/scenario/parse.js';

function titleOf(text: string): string | undefined {
  const parsed = parseScenario({ name: 'new', file: 'new.yaml', text });
  return 'timeline' in parsed ? parsed.timeline.title : undefined;
}

it('a new scenario is one without mistakes, whatever its name', () => {
  expect(titleOf(templateFor('slow-harbour'))).toBe('Slow harbour');
  for (const name of ['null', 'on', '7', '1e3', 'x-'.repeat(31) + 'x'])
    expect(titleOf(templateFor(name))).toMatch(/^\w/);
});

it('a copy is the same but for its title, where that can be seen how', () => {
  for (const file of listScenarioFiles(BUNDLED_SCENARIOS)) {
    const text = readFileSync(file, 'utf8');
    expect(titleOf(copyOf(text)), file).toBe(`Copy of ${titleOf(text)}`);
  }
  const quoted = `title: 'It''s mine'\ndescription: D\nsteps: [complete: null]\n`;
  expect(titleOf(copyOf(quoted))).toBe("Copy of It's mine");
  const folded = 'title: >-\n  Mine\ndescription: D\nsteps: [complete: null]\n';
  expect(copyOf(folded)).toBe(folded);
});
