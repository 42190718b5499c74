/** Completion and hover of the scenario editor, without a page. `|` is the cursor. */
import { CompletionContext, type Completion } from '@codemirror/autocomplete';
import { yaml } from '@codemirror/lang-yaml';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { completeScenario, describeField, findEntryLead } from '../../../src/panel/editor/schema-support.js';

function stateOf(marked: string, lineBreak = '\n'): { readonly state: EditorState; readonly cursor: number } {
  const state = EditorState.create({
    doc: marked.replace('|', '').replaceAll('\n', lineBreak),
    extensions: [yaml(), EditorState.lineSeparator.of(lineBreak)],
  });
  ensureSyntaxTree(state, state.doc.length);
  return { state, cursor: marked.indexOf('|') };
}

function optionsAt(marked: string): readonly string[] {
  const { state, cursor } = stateOf(marked);
  const result = completeScenario(new CompletionContext(state, cursor, true));
  return result?.options.map(({ label }) => label) ?? [];
}

/** The text after an option was taken, with the new cursor. */
function take(marked: string, name: string, lineBreak?: string): string {
  const { state, cursor } = stateOf(marked, lineBreak);
  const result = completeScenario(new CompletionContext(state, cursor, true));
  const option = result?.options.find(({ label }) => label === name);
  if (!result || !option) throw new Error(`${name} is not offered`);
  const { from, to = cursor } = result;
  let after = state.update({
    changes: { from, to, insert: name },
    selection: { anchor: from + name.length },
  });
  // The tests have no page, and this is all of a view that `apply` uses.
  const view = { state, dispatch: (spec: TransactionSpec) => (after = state.update(spec)) };
  if (typeof option.apply === 'function')
    (option.apply as (view: EditorView, option: Completion, from: number, to: number) => void)(
      view as unknown as EditorView,
      option,
      from,
      to,
    );
  const { head } = after.state.selection.main;
  return `${after.state.sliceDoc(0, head)}|${after.state.sliceDoc(head)}`;
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
    ['a list', 'steps:\n  - a|'],
    ['a list without indentation', 'steps:\n- a|'],
    ['a list of one line', 'steps: [a|]'],
    ['an entry of one line', 'steps:\n  - { a|'],
    ['a list of one job', 'jobs:\n  - steps:\n      - a|'],
    ['a list, before a further entry', 'steps:\n  - a|\n  - complete:\n'],
    ['a list, without a dash', 'steps:\n  - generate: { for: 3s }\n  a|'],
    ['a list, at the start of its first line', 'steps:\n  |'],
    ['a list, after a dash without a space', 'steps:\n  -|'],
    ['a word, with the cursor before it', 'steps:\n  - |as'],
    ['a word, with the cursor in it', 'steps:\n  - a|s'],
    ['a name before its value', 'steps:\n  - a|: { message: Who? }'],
    ['the step before', 'steps:\n  - complete:\n      - a|'],
    ['the step before, at its name', 'steps:\n  - complete:\n    - a|'],
    ['the step before, which can have no further field', 'steps:\n  - generate: { for: 3s }\n    a|'],
    ['the fields of a step', 'steps:\n  - ask:\n      message: Who?\n      - a|'],
  ])('knows the steps at a half-typed name in %s', (_where, marked) =>
    expect(optionsAt(marked)).toEqual(STEPS),
  );

  it.each([
    ['a list', 'faults:\n  - l|', 'latency'],
    ['a list, at the start of a line', 'faults:\n  - operation: listTemplates\n  |', 'operation'],
    ['the fields of a fault', 'faults:\n  - operation: listTemplates\n    - o|', 'operation'],
    ['a map in a fault', 'faults:\n  - response:\n      r|', 'retry_after'],
    ['a list of operations', 'faults:\n  - operation:\n      - g|', 'getGenerationStatus'],
    [
      'a list of operations, without a dash',
      'faults:\n  - operation:\n      - x\n      |',
      'getPresentation',
    ],
  ])('knows the fields at a half-typed name in %s of faults', (_where, marked, name) =>
    expect(optionsAt(marked)).toContain(name),
  );

  it.each([
    ['steps:\n  - complete:\n      - a|', 'steps:\n  - complete:\n  - ask: { message: | }'],
    ['steps:\n  - stall:\n  a|', 'steps:\n  - stall:\n  - ask: { message: | }'],
    ['steps:\n  - a|s\n', 'steps:\n  - ask: { message: | }\n'],
    ['steps:\n  - a|: { message: Who? }', 'steps:\n  - ask|: { message: Who? }'],
  ])('puts a step where it belongs: %j', (before, after) => expect(take(before, 'ask')).toBe(after));

  it('keeps the line breaks of a file', () => {
    expect(take('title: T\nfau|', 'faults', '\r\n')).toBe('title: T\r\nfaults:\r\n  - |');
    expect(take('steps:\n  - complete:\n      - a|', 'ask', '\r\n')).toContain('\r\n  - ask: {');
  });

  it('puts a value into the list of its field', () =>
    expect(take('faults:\n  - operation:\n      - x\n      |', 'getPresentation')).toBe(
      'faults:\n  - operation:\n      - x\n      - getPresentation|',
    ));

  it.each([
    ['a field that the map has', 'title: T\n|', 'title'],
    ['a field of another map', 'steps:\n  - |', 'title'],
    ['a field in a value', 'title: |', 'steps'],
    ['a second field of a step', 'steps:\n  - generate: { for: 3s }\n    |', 'title'],
  ])('does not offer %s', (_what, marked, name) => expect(optionsAt(marked)).not.toContain(name));

  it.each([
    ['a comment', '# st|'],
    ['a text with quotes', "title: 'st|'"],
    ['a text of several lines', 'description: |\n  st|'.replace('|', '>')],
    ['a field that the schema does not have', 'steps:\n  - nope: { | }'],
    ['a list of texts', 'steps:\n  - complete:\n      sections:\n        - bullets:\n            - a|'],
    ['a body with any fields', 'faults:\n  - response:\n      body:\n        - a|'],
    ['a further field of a body', 'faults:\n  - response:\n      body:\n        mine: 1\n        a|'],
    [
      'a list in fields of the user',
      'steps:\n  - stall:\n      status_fields:\n        mine:\n          - a|',
    ],
    ['a list in a text', 'steps:\n  - ask:\n      message: >\n        Choose:\n        - a|'],
  ])('offers nothing in %s', (_where, marked) => expect(optionsAt(marked)).toEqual([]));
});

describe('a dash', () => {
  const leadAt = (marked: string) => {
    const { state, cursor } = stateOf(marked);
    return findEntryLead(state, cursor);
  };

  it.each([
    ['steps:\n  - complete:\n      -|', '  - '],
    ['steps:\n- complete:\n  -|\n', '- '],
    ['steps:\n  - ask:\n      message: Who?\n      -|', '  - '],
    ['jobs:\n  - steps:\n      - stall:\n          -|', '      - '],
  ])('where no list can be belongs to the list around it: %j', (marked, lead) =>
    expect(leadAt(marked)).toBe(lead),
  );

  it.each([
    'steps:\n  -|',
    'steps:\n  - complete:\n  -|',
    'faults:\n  - operation:\n      -|',
    'steps:\n  - complete:\n      sections:\n        -|',
    'steps:\n  - complete:\n      sections:\n        - bullets:\n            -|',
    'steps:\n  - stall:\nfaults:\n  - response:\n      body:\n        -|',
    'steps:\n  - ask:\n      message: >\n        Choose:\n        -|',
    'steps:\n  - fail:\n      nope|',
  ])('stays where a list can be: %j', (marked) => expect(leadAt(marked)).toBe(undefined));
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
