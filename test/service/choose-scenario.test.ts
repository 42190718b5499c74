import { beforeEach, describe, expect, it } from 'vitest';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { chooseScenario, type Wish } from '../../src/service/choose-scenario.js';
import { story, timelineOf } from '../scenario/documents.js';

const NOTHING: Wish = { header: undefined, start: undefined, active: undefined };
const named = (name: string, change: Parameters<typeof story>[0] = {}) => timelineOf(story(change), name);

let library: ScenarioLibrary;
beforeEach(() => {
  library = new ScenarioLibrary();
  for (const name of ['fallback', 'by-header', 'by-tag']) library.put(named(name));
  library.put(named('by-match', { match: { prompt: 'tides' } }));
});

/** The name of the chosen scenario, or the error of the client. */
function chosen(wish: Partial<Wish>): unknown {
  const choice = chooseScenario({ ...NOTHING, ...wish }, library, 'fallback');
  return 'unknown' in choice ? choice : choice.name;
}

const start = { prompt: 'A lesson about tides [scenario: by-tag]' };
const active = named('active');

describe('a request plays', () => {
  it('the first existing one of header, tag, active, match and default', () => {
    expect(chosen({ header: 'by-header', start, active })).toBe('by-header');
    expect(chosen({ start, active })).toBe('by-tag');
    expect(chosen({ start: { prompt: 'tides' }, active })).toBe('active');
    expect(chosen({ start: { prompt: 'The TIDES' } })).toBe('by-match');
    expect(chosen({ start: { prompt: 'Taxis' } })).toBe('fallback');
    expect(chosen({})).toBe('fallback');
  });

  it('the scenario that matches the template', () => {
    library.put(named('a-lesson', { match: { template_id: 'tpl_lesson' } }));
    expect(chosen({ start: { prompt: 'Taxis', template_id: 'tpl_lesson' } })).toBe('a-lesson');
  });

  it('the same with an empty header', () => {
    expect(chosen({ header: '', active })).toBe('active');
  });

  it.each([undefined, [], { prompt: 5 }])('the default for a body like %j', (body) => {
    expect(chosen({ start: body })).toBe('fallback');
  });

  it.each(['[scenario: by-tag]', '[SCENARIO:   by-tag  ] and more'])('the tag in %j', (prompt) => {
    expect(chosen({ start: { prompt } })).toBe('by-tag');
  });

  it.each(['[scenario:]', '[scenario: two words]'])('no tag in %j', (prompt) => {
    expect(chosen({ start: { prompt } })).toBe('fallback');
  });
});
