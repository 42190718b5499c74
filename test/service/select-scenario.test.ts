import { beforeEach, describe, expect, it } from 'vitest';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { selectScenario, type ScenarioSelectors } from '../../src/service/select-scenario.js';
import { completingScenario, compileOrThrow } from '../scenario/test-scenarios.js';

const NOTHING: ScenarioSelectors = { header: undefined, start: undefined, active: undefined };
const named = (name: string, change: Parameters<typeof completingScenario>[0] = {}) =>
  compileOrThrow(completingScenario(change), name);

let library: ScenarioLibrary;
beforeEach(() => {
  library = new ScenarioLibrary();
  for (const name of ['fallback', 'by-header', 'by-tag']) library.set(named(name));
  library.set(named('by-match', { match: { prompt: 'tides' } }));
});

/** The name of the selected scenario, or the error of the client. */
function selectedBy(selectors: Partial<ScenarioSelectors>): unknown {
  const choice = selectScenario({ ...NOTHING, ...selectors }, library, 'fallback');
  return 'unknown' in choice ? choice : choice.name;
}

const start = { prompt: 'A lesson about tides [scenario: by-tag]' };
const active = named('active');

describe('a request plays', () => {
  it('the first existing one of header, tag, active, match and default', () => {
    expect(selectedBy({ header: 'by-header', start, active })).toBe('by-header');
    expect(selectedBy({ start, active })).toBe('by-tag');
    expect(selectedBy({ start: { prompt: 'tides' }, active })).toBe('active');
    expect(selectedBy({ start: { prompt: 'The TIDES' } })).toBe('by-match');
    expect(selectedBy({ start: { prompt: 'Taxis' } })).toBe('fallback');
    expect(selectedBy({})).toBe('fallback');
  });

  it('the scenario that matches the template', () => {
    library.set(named('a-lesson', { match: { template_id: 'tpl_lesson' } }));
    expect(selectedBy({ start: { prompt: 'Taxis', template_id: 'tpl_lesson' } })).toBe('a-lesson');
  });

  it('the same with an empty header', () => {
    expect(selectedBy({ header: '', active })).toBe('active');
  });

  it.each([undefined, [], { prompt: 5 }])('the default for a body like %j', (body) => {
    expect(selectedBy({ start: body })).toBe('fallback');
  });

  it.each(['[scenario: by-tag]', '[SCENARIO:   by-tag  ] and more'])('the tag in %j', (prompt) => {
    expect(selectedBy({ start: { prompt } })).toBe('by-tag');
  });

  it.each(['[scenario:]', '[scenario: two words]'])('no tag in %j', (prompt) => {
    expect(selectedBy({ start: { prompt } })).toBe('fallback');
  });
});
