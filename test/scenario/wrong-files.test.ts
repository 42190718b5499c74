import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.js';

const steps = (...lines: readonly string[]) =>
  `title: Mine\nsteps:\n${lines.map((line) => `  ${line}\n`).join('')}`;
const fault = (fields: string) =>
  `${steps('- complete:')}faults:\n  - { on: getGenerationStatus, ${fields} }\n`;

/** The errors of a file, without the name of the file. */
function errorsOf(text: string): string[] {
  const parsed = parseScenario({ name: 'mine', file: 'mine.yaml', text });
  return 'errors' in parsed ? parsed.errors.map((error) => error.format().replace(/^mine\.yaml:/, '')) : [];
}

describe('a mistake gives one error, at its place, with the correction:', () => {
  it.each<[string, string, RegExp]>([
    [
      'a step without a colon',
      steps('- work: { for: 2s }', '- complete'),
      /^4:5: steps\[1\] needs a colon\. Write - complete:$/,
    ],
    ['a misspelt step without a colon', steps('- complet'), /^3:5: .*Write - complete:$/],
    [
      'a tab before an entry',
      'title: Mine\nsteps:\n\t- complete:\n',
      /^3:1: .*a tab indents this line\. Use spaces$/,
    ],
    [
      'tabs before a field',
      'title: Mine\nsteps:\n  - work:\n\t\tfor: 2s\n  - complete:\n',
      /^4:1: .*a tab indents this line/,
    ],
    [
      'an unknown word',
      steps('- wrk: { for: 2s }', '- complete:'),
      /^3:5: steps\[0\]\.wrk .*\(did you mean work\?\)$/,
    ],
    ['a capital letter', 'Title: Mine\nsteps:\n  - complete:\n', /^1:1: Title .*\(did you mean title\?\)$/],
    [
      'a number for a time',
      fault('answer: { status: 429, retry_after: 5 }'),
      /^5:55: .*retry_after .*\. Write 5s$/,
    ],
    ['milliseconds for a time', fault('latency: 300'), /^5:32: .*\. Write 300ms$/],
    ['words for a time', steps('- work: { for: 2 seconds }', '- complete:'), /^3:13: .*\. Write 2s$/],
    [
      'a dash in a range of times',
      steps('- work: { for: 2-5s }', '- complete:'),
      /^3:13: .*\. Write 2s\.\.5s$/,
    ],
    [
      'a dash in a range of slides',
      steps('- work: { for: 2s, slides: 0-8 }', '- complete:'),
      /^3:22: .*\. Write 0\.\.8$/,
    ],
    ['a list of requests', fault('requests: [1, 2, 3], latency: 1s'), /^5:32: .*\. Write 1\.\.3$/],
    ['a time for a period', fault('during: 3s, latency: 1s'), /^5:32: .*\. Write 3s\.\.$/],
    ['a percentage for a chance', fault('chance: 50%, latency: 1s'), /^5:32: .*\. Write 0\.5$/],
    ['a number for a rate', `rate_limit: 20\n${steps('- complete:')}`, /^1:1: .*\. Write 20\/1m$/],
    ['words for a rate', `rate_limit: 20 per minute\n${steps('- complete:')}`, /^1:1: .*\. Write 20\/1m$/],
    [
      'a word for a flag',
      `workspace: { api_enabled: no }\n${steps('- complete:')}`,
      /^1:14: .*\. Write false$/,
    ],
    [
      'a short name of an operation',
      `${steps('- complete:')}faults:\n  - { on: getStatus, latency: 1s }\n`,
      /^5:7: .*\. Write getGenerationStatus$/,
    ],
    [
      'a path for an operation',
      `${steps('- complete:')}faults:\n  - { on: GET /templates, latency: 1s }\n`,
      /^5:7: .*\. Write listTemplates$/,
    ],
    ['a status as a string', fault('answer: { status: "429" }'), /^5:42: .*\. Write 429 without quotes$/],
    ['a status beside the operation', fault('status: 429'), /^5:32: .*\. Write answer: \{ status: … \}$/],
    ['a status for an answer', fault('answer: 429'), /^5:32: .*\. Write answer: \{ status: 429 \}$/],
    ['a text for a failure', steps('- fail: It broke'), /^3:5: .*\. Write fail: \{ error: It broke \}$/],
    [
      'a text for a question',
      steps('- ask: Who is it for?', '- complete:'),
      /^3:5: .*Write ask: \{ message: 'Who is it for\?' \}$/,
    ],
    ['a time for work', steps('- work: 2s', '- complete:'), /^3:5: .*\. Write work: \{ for: 2s \}$/],
    ['a failure without a text', steps('- fail:'), /^3:5: .*\. Write fail: \{ error: … \}$/],
    ['a number for a text', steps('- fail: { error: 503 }'), /^3:13: .*\. Write '503'$/],
    [
      'steps without dashes',
      'title: Mine\nsteps:\n  work: { for: 2s }\n  complete:\n',
      /^2:1: .*Begin each entry with a dash: - work:$/,
    ],
    [
      'a dash without a space',
      'title: Mine\nsteps:\n  -complete:\n',
      /^2:1: .*a space after each dash\. Write - complete:$/,
    ],
    [
      'a colon without a space',
      steps('- work: { for:2s }', '- complete:'),
      /^3:13: .*needs a space after the colon: for: 2s$/,
    ],
    ['no steps', 'title: Mine\n', /^1:1: steps is required$/],
    ['an empty file', '', /^1:1: the scenario is empty\. It needs title and steps$/],
    ['a list instead of a map', '- complete:\n', /^1:1: the scenario must be a map with title and steps$/],
    ['no last step', steps('- work: { for: 2s }'), /^3:5: .*the last step\. Add one, such as - complete:$/],
    [
      'a step after the end',
      steps('- complete:', '- work: { for: 2s }'),
      /^4:5: steps\[1\] is never reached/,
    ],
    [
      'a colon in a title',
      `title: Mine: a story\nsteps:\n  - complete:\n`,
      /^1:8: .*Put it in quotes: 'Mine: a story'$/,
    ],
    [
      'a colon in a title in braces',
      steps('- complete: { title: A: B }'),
      /^3:24: .*Put it in quotes: 'A: B'$/,
    ],
    [
      'an apostrophe in single quotes',
      steps("- fail: { error: 'It's broken' }"),
      /^3:23: .*Write '' for an apostrophe/,
    ],
    ['an open brace', steps('- work: { for: 2s', '- complete:'), /^3:11: .*this \{ has no \}\. Add it$/],
    ['an open bracket', `${steps('- complete:')}violates: [a/b\n`, /^4:11: .*this \[ has no \]\. Add it$/],
    ['an open quote', steps('- fail: { error: "It broke }'), /^3:20: .*this " has no second "\. Add it$/],
    [
      'an entry at another depth',
      'title: Mine\nsteps:\n  - work: { for: 2s }\n - complete:\n',
      /^4:2: .*after 1 space, and the one before it after 2/,
    ],
    [
      'a field twice',
      `title: Mine\ntitle: Again\nsteps:\n  - complete:\n`,
      /^2:1: .*the key title occurs twice/,
    ],
  ])('%s', (_, text, expected) => {
    const errors = errorsOf(text);
    expect(errors).toEqual([expect.stringMatching(expected)]);
  });

  it('keeps mistakes in different places apart', () => {
    expect(errorsOf(steps('- wrk: { for: 2s }', '- work: { for: 2 }', '- complete:'))).toHaveLength(2);
  });
});
