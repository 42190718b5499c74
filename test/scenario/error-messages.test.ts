/** Typical errors in scenario files, and their messages. */
import { describe, expect, it } from 'vitest';
import { compileScenarioText } from '../../src/scenario/compile-text.js';

/** The errors of a file, without the name of the file. */
function errorsOf(text: string): string[] {
  const parsed = compileScenarioText({ name: 'mine', file: 'mine.yaml', text });
  return 'errors' in parsed ? parsed.errors.map((error) => error.format().replace(/^mine\.yaml:/, '')) : [];
}

/** Parses one case a line: the text, with ⏎ for a line break and → for a tab, and the error. */
const parseCases = (table: string): [text: string, line: string][] =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [text = '', line = ''] = row.split(' ⇒ ');
      return [text.trimEnd().replaceAll('⏎', '\n').replaceAll('→', '\t'), line];
    });

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const FILES = String.raw`
title: Mine⏎steps:⏎→- complete:                      ⇒ 3:1: is not valid YAML: a tab indents this line. Use spaces
title Mine⏎steps:⏎  - complete:                      ⇒ 1:1: is not valid YAML: this line needs a name, a colon and a space, as in title: Mine
title: Mine: a test⏎steps:⏎  - complete:            ⇒ 1:8: is not valid YAML: a text with a colon needs quotes, and the entries of a list the same indentation
title: Mine⏎steps: [⏎  complete: {⏎                  ⇒ 4:1: is not valid YAML: a bracket above is not closed, or this line begins after too few spaces
title: Mine⏎ seed: 1⏎steps: [stall: ]                  ⇒ 2:2: is not valid YAML: this line begins after 1 space too many
title: "Mine"⏎  seed: 1⏎steps: [stall: ]               ⇒ 2:3: is not valid YAML: this line begins after 2 spaces too many
 title: Mine⏎seed: 1⏎steps: [stall: ]                  ⇒ 1:2: is not valid YAML: this line begins after 1 space too many
title: Mine⏎steps:⏎  - generate: { for: 2s }⏎   - stall: ⇒ 4:4: is not valid YAML: this line begins after 1 space too many
title: Mine⏎steps:⏎- generate: { for: 2s }⏎ - stall: ⇒ 4:2: is not valid YAML: this line begins after 1 space too many
title: Mine⏎steps:⏎  - generate:⏎      for: 2s⏎       slides: 0..4⏎  - stall: ⇒ 5:8: is not valid YAML: this line begins after 1 space too many
title: Mine⏎steps:⏎   - generate: { for: 2s }⏎  - stall: ⇒ 4:3: is not valid YAML: this line begins after 1 space too few, or the lines above after 1 too many
title: Mine⏎steps:⏎  - generate:⏎      for: 2s⏎     slides: 0..4⏎  - stall: ⇒ 5:6: is not valid YAML: this line begins after 1 space too few or too many
title: "Mine⏎                                        ⇒ 2:1: is not valid YAML: Missing closing "quote
title: Mine⏎title: Again⏎steps:⏎  - complete:        ⇒ 2:1: has the key title twice in one map
title: Mine⏎steps: [stall: ]⏎---⏎title: Mine          ⇒ 3:1: has a second document here. Write each scenario into its own file
title: Mine⏎steps: *nothing                          ⇒ 2:8: has the alias *nothing without an anchor: define &nothing before it
                                                     ⇒ 1:1: the scenario is empty. It needs title and steps
- complete:                                          ⇒ 1:1: the scenario must be a map with title and steps
title: Mine                                          ⇒ 1:1: steps is required
title: 5⏎steps: [stall: ]                             ⇒ 1:1: title must be a string. Write '5'
title: Mine⏎steps:⏎  generate: { for: 2s }⏎  complete:   ⇒ 2:1: steps must be a list. Begin each entry with a dash and a space
titel: Mine⏎steps: [stall: ]                          ⇒ 1:1: titel is not a known field; known fields are $schema, title, description, match, workspace, rate_limit, rate_limit_response, seed, steps, faults, jobs, violates (did you mean title?)
title: Mine⏎rate_limit: 20⏎steps: [stall: ]           ⇒ 2:1: rate_limit must be a number of requests per time such as 20/1m, for each key. Write 20/1m
title: Mine⏎workspace: { api_enabled: no }⏎steps: [stall: ] ⇒ 2:14: workspace.api_enabled must be true or false. Write false
`;

/** Each text is one step or several. */
const STEPS = String.raw`
- complete: { title: A: B }               ⇒ 3:24: is not valid YAML: a text with a colon needs quotes
- generate: { for: 2s⏎  - complete:           ⇒ 4:3: is not valid YAML: a bracket above is not closed, or this line begins after too few spaces
- wrk: { for: 2s }⏎  - stall:              ⇒ 3:5: steps[0].wrk is not a known field; known fields are generate, ask, complete, fail, stall
- generate: { for: 1s }⏎    stall:             ⇒ 3:5: steps[0] must have exactly 1 of the fields generate, ask, complete, fail, stall
- generate: { for:2s }⏎  - stall:              ⇒ 3:17: steps[0].generate.for:2s needs a space after the colon: for: 2s
- generate: { for: 2s }                       ⇒ 3:5: steps[0] must be complete, fail or stall without a probability, because it is the last step. Add one, such as - complete:
- complete:⏎  - generate: { for: 2s }         ⇒ 4:5: steps[1] is unreachable: steps[0] (complete) ends the scenario
- generate: { for: 2s, total: 7 }⏎  - stall:   ⇒ 3:26: steps[0].generate.total is not a known field; known fields are for, slides, slides_total, progress, tokens, current_step, status_fields, probability (did you mean slides_total?). Write slides_total: 7
- generate: { for: 2 seconds }⏎  - stall:      ⇒ 3:17: steps[0].generate.for must be a time such as 2s, or a range such as 200ms..1.5s for a random time. Write 2s
- generate: { for: 2s, slides: 0-8 }⏎  - stall: ⇒ 3:26: steps[0].generate.slides must be the completed slides from..to during the step, as numbers or in percent of all slides (0..8, 0%..100%). Write 0..8
- generate: { for: 2s, slides: 5..2 }⏎  - stall: ⇒ 3:26: steps[0].generate.slides must be a range from the smaller to the larger value
- generate: 2s⏎  - stall:                      ⇒ 3:5: steps[0].generate must be an object. Write generate: { for: 2s }
- fail: { error: 503 }                    ⇒ 3:13: steps[0].fail.error must be a string. Write '503'
`;

/** Each text is a fault. */
const FAULTS = String.raw`
operation: getStatus, latency: 1s                ⇒ 5:7: faults[0].operation must be one of listTemplates, createPresentation, getPresentation, updatePresentation, startGeneration, getGenerationStatus, sendGenerationMessage. Write getGenerationStatus
operation: listTemplates, status: 429            ⇒ 5:33: faults[0].status is not a known field; known fields are operation, requests, during, probability, response, takes_effect, latency, connection, corrupt, drip. Write response: { status: 429 }
operation: listTemplates, response: { status: "429" } ⇒ 5:45: faults[0].response.status must be a whole number. Write 429 without quotes
operation: listTemplates, response: { status: 429, retry_after: 5 } ⇒ 5:58: faults[0].response.retry_after must be a time such as 250ms, 1.5s, 2m or 1m30s. Write 5s
operation: listTemplates, latency: 1s, requests: [1, 2, 3] ⇒ 5:46: faults[0].requests must be numbers of requests such as 3, 3..5 or 4.., from 1. Write 1..3
operation: getGenerationStatus, latency: 1s, during: 3s ⇒ 5:52: faults[0].during must be a period since the start of the job such as 3s..8s, or 10s.. without an end. Write 3s..
`;

describe('an error has one line:', () => {
  it.each(parseCases(FILES))('%s', (text, line) => {
    expect(errorsOf(text)).toEqual([line]);
  });

  it.each(parseCases(STEPS))('%s', (text, line) => {
    expect(errorsOf(`title: Mine\nsteps:\n  ${text}\n`)).toEqual([line]);
  });

  it.each(parseCases(FAULTS))('%s', (text, line) => {
    const file = `title: Mine\nsteps:\n  - complete:\nfaults:\n  - { ${text} }\n`;
    expect(errorsOf(file)).toEqual([line]);
    expect(errorsOf(`\ufeff${file.replaceAll('\n', '\r\n')}`)).toEqual([line]);
  });

  const bomb = lines(8, (level) => `l${level}: &l${level} [${`*l${level - 1}, `.repeat(level && 9)}x]`);
  it.each([
    [
      'UTF-16',
      Buffer.from('\ufefftitle: Mine', 'utf16le').toString(),
      '1:1: is not UTF-8. Save the file as UTF-8',
    ],
    ['a huge file', `title: ${'x'.repeat(1_000_000)}`, '1:1: has more than 1,000,000 characters'],
    ['an alias bomb', bomb, '1:1: has aliases that repeat more than 100 parts'],
    ['brackets', '['.repeat(20_000), '1:101: is nested more than 100 levels deep'],
    ['lists in lists', '- '.repeat(20_000), '1:1: is nested more than 100 levels deep'],
  ])('%s', (_what, text, line) => {
    expect(errorsOf(text)).toEqual([line]);
  });
});

it('several errors have a line each, in the order of the file', () => {
  const text = 'title: 5\nsteps:\n  - wrk: { for: 2s }\n  - generate: { for: 2, tokens: many }\n  - stall:\n';
  const paths = errorsOf(text).map((line) => line.split(' ')[1]);
  expect(paths).toEqual(['title', 'steps[0].wrk', 'steps[1].generate.for', 'steps[1].generate.tokens']);
});
