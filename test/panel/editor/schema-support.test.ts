/** Completion and hover of the scenario editor, without a page. `|` is the cursor. */
import { CompletionContext } from '@codemirror/autocomplete';
import { yaml } from '@codemirror/lang-yaml';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { completeScenario, describeField } from '../../../src/panel/editor/schema-support.js';

function stateOf(marked: string): { readonly state: EditorState; readonly cursor: number } {
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [yaml()] });
  ensureSyntaxTree(state, state.doc.length);
  return { state, cursor: marked.indexOf('|') };
}

function optionsAt(marked: string): readonly string[] {
  const { state, cursor } = stateOf(marked);
  const result = completeScenario(new CompletionContext(state, cursor, true));
  return result?.options.map(({ label }) => label) ?? [];
}

const STEPS = ['generate', 'ask', 'complete', 'fail', 'stall'];
const OPERATIONS = ['listTemplates', 'getGenerationStatus', 'sendGenerationMessage'];

describe('completion', () => {
  it.each([
    ['an empty text', '|', ['title', 'steps', 'faults']],
    ['a new line', 'title: T\n|', ['steps', 'match']],
    ['a word', 'title: T\nst|\n', ['steps']],
    ['an entry of a list', 'steps:\n  - |', STEPS],
    ['an entry without indentation', 'steps:\n- |', STEPS],
    ['an entry between others', 'steps:\n  - stall:\n  - |\n  - complete:\n', STEPS],
    ['a map on one line', 'steps:\n  - generate: { |', ['for', 'slides', 'tokens']],
    ['a map on one line with fields', 'steps:\n  - generate: { for: 3s, | }\n', ['slides', 'tokens']],
    ['a map on its own lines', 'steps:\n  - ask:\n      message: M\n      |\n', ['timeout', 'on_timeout']],
    [
      'a map that spans lines',
      'steps:\n  - generate:\n      {\n        for: 5s,\n        |\n      }\n',
      ['slides'],
    ],
    ['a map below a list', 'faults:\n  - operation: listTemplates\n    |', ['requests', 'latency']],
    ['a map in a map', 'faults:\n  - response: { | }', ['status', 'retry_after']],
    ['the steps of one job', 'jobs:\n  - steps:\n      - |', STEPS],
    ['a value', 'steps:\n  - ask: { on_timeout: | }', ['fail', 'continue']],
    ['a value that begins', 'faults:\n  - operation: getG|', OPERATIONS],
    ['a value in a list', 'faults:\n  - operation: [listTemplates, |]', OPERATIONS],
    ['a value on its own line', 'faults:\n  - operation:\n      - |', OPERATIONS],
    ['a boolean', 'steps:\n  - complete: { is_public: | }', ['true', 'false']],
    ['a constant', 'faults:\n  - takes_effect: |', ['true']],
  ])('knows the fields and values of %s', (_where, marked, expected) =>
    expect(optionsAt(marked)).toEqual(expect.arrayContaining(expected)),
  );

  it.each([
    ['a field that the map has', 'title: T\n|', 'title'],
    ['a field of another map', 'steps:\n  - |', 'title'],
    ['a field in a value', 'title: |', 'steps'],
  ])('does not offer %s', (_what, marked, name) => expect(optionsAt(marked)).not.toContain(name));

  it.each([
    ['a comment', '# st|'],
    ['a text with quotes', "title: 'st|'"],
    ['a text of several lines', 'description: |\n  st|'.replace('|', '>')],
    ['a field that the schema does not have', 'steps:\n  - nope: { | }'],
  ])('offers nothing in %s', (_where, marked) => expect(optionsAt(marked)).toEqual([]));
});

describe('hover', () => {
  const fieldAt = (marked: string) => {
    const { state, cursor } = stateOf(marked);
    return describeField(state, cursor);
  };

  it('has the type, the text and the values of a field', () => {
    expect(fieldAt('ti|tle: T')).toMatchObject({
      name: 'title',
      note: 'string, required',
      text: 'The title in lists.',
    });
    expect(fieldAt('steps:\n  - ask: { on_tim|eout: fail }')).toMatchObject({
      note: 'string',
      values: ['fail', 'continue'],
    });
    expect(fieldAt('faults:\n  - oper|ation: x')).toMatchObject({
      name: 'operation',
      note: 'string or array, required',
      values: expect.arrayContaining(OPERATIONS),
    });
  });

  it.each(['title: T|itle', '# ti|tle: T', 'nope|: 1', '|'])('has nothing at %s', (marked) =>
    expect(fieldAt(marked)).toBe(undefined),
  );
});
