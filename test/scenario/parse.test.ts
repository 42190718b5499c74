import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.js';
import { playing, story, timelineOf } from './documents.js';

it('lists mistakes in the order of the lines', () => {
  const parsed = read(
    'title: Mine\nsteps:\n  - work: { for: soon, tokens: many }\n  - fial: {}\n  - work: { for: never }\n',
  );
  const places = ('errors' in parsed ? parsed.errors : []).map(({ position }) => [
    position?.line,
    position?.column,
  ]);
  expect(places.length).toBeGreaterThan(2);
  expect(places).toEqual([...places].sort(([one = 0, at = 0], [two = 0, to = 0]) => one - two || at - to));
});

const read = (text: string) => parseScenario({ name: 'story', file: 'stories/story.yaml', text });

/** The errors of a text, as the terminal shows them. */
function errorsOf(text: string): string[] {
  const parsed = read(text);
  return 'errors' in parsed ? parsed.errors.map((error) => error.format()) : [];
}

const HEAD = 'title: A story\ndescription: For a test.\n';
const GOOD = `${HEAD}steps:\n  - complete:\n`;

describe('a scenario file', () => {
  it('is YAML', () => {
    expect(read(GOOD)).toEqual({ timeline: timelineOf(story()), document: story() });
  });

  it.each([
    ['is JSON', JSON.stringify(story())],
    ['is JSON indented by tabs', JSON.stringify(story(), undefined, '\t')],
    ['has comments', `# yaml-language-server: $schema=./scenario.schema.json\n${GOOD}# end\n`],
    ['has Windows line breaks', GOOD.replaceAll('\n', '\r\n')],
    ['has Windows line breaks in JSON', JSON.stringify(story(), undefined, 2).replaceAll('\n', '\r\n')],
    ['begins with a byte order mark', `\ufeff${GOOD}`],
    ['begins with a document marker', `---\n${GOOD}`],
    ['does not end with a line break', GOOD.trimEnd()],
  ])('%s', (_, text) => {
    const parsed = read(text);
    expect(errorsOf(text)).toEqual([]);
    expect('document' in parsed && parsed.document).toEqual(story());
  });

  it('with a key that is not a string has an error, and prints no warning', () => {
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => emitted.mockRestore());
    expect(errorsOf(`${GOOD}{ a: b }: 1\n`)).toEqual([
      expect.stringContaining('{ a: b } is not a field here'),
    ]);
    expect(emitted).not.toHaveBeenCalled();
  });

  it('can use aliases', () => {
    const text = `${HEAD}steps:\n  - work: &work { for: 1s }\n  - work: *work\n  - complete:\n`;
    const work = { work: { for: '1s' } };
    expect(read(text)).toEqual({
      document: playing(work, work, { complete: null }),
      timeline: timelineOf(playing(work, work, { complete: null })),
    });
  });

  it('keeps escaped characters of JSON', () => {
    const text = '{"title":"\\ud83d\\ude00 \\/ \\u00e9","description":"d","steps":[{"complete":null}]}';
    const parsed = read(text);
    expect('document' in parsed && parsed.document.title).toBe('😀 / é');
  });
});

describe('text that is not YAML has an error with its place:', () => {
  it.each([
    ['a tab', 'title: A\n\tdescription: B\n', ':2:1: is not valid YAML: a tab indents this line. Use spaces'],
    [
      'a key twice',
      `${HEAD}title: Again\nsteps: []\n`,
      ':3:1: is not valid YAML: the key title occurs twice in one map',
    ],
    ['an open bracket', `${HEAD}steps: [\n  complete: {\n`, ': is not valid YAML: '],
    ['an open quote', 'title: "A\n', ': is not valid YAML: '],
    ['two documents', `${GOOD}---\n${GOOD}`, ':5:1: is not valid YAML: '],
    ['a comma at the end of JSON', '{ "title": }}', ':1:'],
    [
      'nesting without end',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      ':1:101: is nested more than 100 levels deep',
    ],
  ])('%s', (_, text, expected) => {
    const [first, ...others] = errorsOf(text);
    expect(first).toMatch(/^stories\/story\.yaml:\d+:\d+: /);
    expect(first).toContain(expected);
    expect(others.filter((error) => !error.startsWith('stories/story.yaml:'))).toEqual([]);
  });

  it('an alias bomb', () => {
    const bomb = Array.from('bcdefgh', (name, level) => {
      const before = String.fromCharCode(name.charCodeAt(0) - 1);
      return `${name}: &${name} [${new Array(10).fill(level === 0 ? '1' : `*${before}`).join()}]`;
    });
    expect(errorsOf(bomb.join('\n'))).toEqual([
      expect.stringMatching(/^stories\/story\.yaml:1:1: cannot be read: Excessive alias count/),
    ]);
  });

  it('an alias without an anchor', () => {
    expect(errorsOf(`${HEAD}steps: *nothing\n`)).toEqual([
      expect.stringMatching(/^stories\/story\.yaml:3:8: .*nothing/),
    ]);
  });

  it('an alias of itself', () => {
    const text = `${HEAD}steps: [complete: null]\nfaults: [{ on: getPresentation, answer: { status: 500, body: &a [*a] } }]\n`;
    expect(errorsOf(text)).toEqual([expect.stringMatching(/^stories\/story\.yaml:\d+:\d+: /)]);
  });

  it('a duration too long for a number', () => {
    const text = `${HEAD}steps:\n  - work: { for: ${'9'.repeat(400)}h }\n  - complete:\n`;
    expect(errorsOf(text)).toEqual([expect.stringContaining('stories/story.yaml:4:13: steps[0].work.for')]);
  });
});

describe('a YAML file that is not a scenario', () => {
  it.each([
    ['is empty', '', '1:1: the scenario is empty. It needs title and steps'],
    ['has only a comment', '# nothing\n', '1:1: the scenario is empty. It needs title and steps'],
    ['is a list', '- title: A\n', '1:1: the scenario must be a map with title and steps'],
    ['is a word', 'hello\n', '1:1: the scenario must be a map with title and steps'],
  ])('%s', (_, text, expected) => {
    expect(errorsOf(text)).toEqual([`stories/story.yaml:${expected}`]);
  });
});

describe('a mistake is reported with its place, its path and what was expected:', () => {
  it.each([
    ['a field is missing', `${HEAD}`, '1:1: steps is required'],
    [
      'a step lacks a field',
      `${HEAD}steps:\n  - work: {}\n  - stay:\n`,
      '4:5: steps[0].work.for is required',
    ],
    ['a title is a number', `title: 5\ndescription: B\nsteps: [complete: ]\n`, '1:1: title must be a string'],
    ['steps are not a list', `${HEAD}steps: 5\n`, '3:1: steps must be a list'],
    [
      'a time is a number',
      `${HEAD}steps:\n  - work:\n      for: 5\n  - stay:\n`,
      '5:7: steps[0].work.for must be a time such as 2s, or a range',
    ],
    [
      'a field is mistyped',
      `${HEAD}steps:\n  - wrok: { for: 1s }\n  - stay:\n`,
      '4:5: steps[0].wrok is not a field here; known fields are work, ask, complete, fail, stay (did you mean work?)',
    ],
    [
      'an operation is mistyped',
      `${GOOD}faults:\n  - on: getPresentations\n    connection: reset\n`,
      '6:5: faults[0].on must be one of',
    ],
    [
      'a step is unreachable',
      `${HEAD}steps:\n  - complete:\n  - stay:\n`,
      '5:5: steps[1] is never reached: steps[0] (complete) ends the scenario',
    ],
    [
      'tokens fall',
      `${HEAD}steps:\n  - work: { for: 1s, tokens: 90 }\n  - work: { for: 1s, tokens: 80 }\n  - stay:\n`,
      '5:22: steps[1].work.tokens must end at 90 or more, because the running total never falls',
    ],
    [
      'the scenario has no end',
      `${HEAD}steps:\n  - work: { for: 1s }\n`,
      '4:5: steps[0] must be complete, fail or stay without a chance, because it is the last step',
    ],
    [
      'a response violates the contract',
      `${GOOD}faults:\n  - { on: getPresentation, corrupt: truncated }\n`,
      '6:28: faults[0].corrupt violates the contract',
    ],
    [
      'the file has Windows line breaks',
      `${HEAD}steps:\n  - wrok: {}\n`.replaceAll('\n', '\r\n'),
      '4:5: steps[0].wrok is not a field here',
    ],
    ['the file begins with a byte order mark', `\ufeff${HEAD}steps: 5\n`, '3:1: steps must be a list'],
    [
      'the byte order mark is on the same line',
      `\ufefftitle: 5\ndescription: B\nsteps: [complete: ]\n`,
      '1:1: title must be a string',
    ],
    [
      'the file is JSON',
      '{\n  "title": 5,\n  "description": "B",\n  "steps": [{ "stay": null }]\n}',
      '2:3: title',
    ],
  ])('%s', (_, text, expected) => {
    const errors = errorsOf(text);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`stories/story.yaml:${expected}`);
  });

  it('all at once, in the order of the file', () => {
    const text = `title: 5\ndescription: B\nsteps:\n  - work: { for: 1 }\n  - wrok:\n`;
    expect(errorsOf(text).map((error) => /:(\d+:\d+):/.exec(error)?.[1])).toEqual(['1:1', '4:13', '5:5']);
  });

  it('an invalid name', () => {
    const parsed = parseScenario({ name: 'My Story', file: 'My Story.yaml', text: GOOD });
    expect('errors' in parsed && parsed.errors[0].format()).toBe(
      'My Story.yaml:1:1: the scenario has the name "My Story": use lowercase letters, digits and hyphens',
    );
  });
});
