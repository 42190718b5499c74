/**
 * The text field of the editor: CodeMirror in an open shadow root. There, it uses adopted style sheets, which the content security
 * policy of the panel allows.
 */
import { autocompletion, completionKeymap, completionStatus } from '@codemirror/autocomplete';
import { history, historyKeymap, indentWithTab, standardKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { indentUnit } from '@codemirror/language';
import { nextDiagnostic, previousDiagnostic, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { type Command, EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { ScenarioIssue } from '../../generated/control-api.js';
import { editorTheme } from './editor-theme.js';
import { highlightYaml } from './highlight-yaml.js';
import { completeScenario, fieldHover, findEntryLead } from './schema-support.js';

export interface CodeEditor {
  /** Replaces the whole text, and forgets the history. */
  readonly setText: (text: string) => void;
  readonly setIssues: (errors: readonly ScenarioIssue[], warnings: readonly ScenarioIssue[]) => void;
  /** Moves the cursor to a position, and focuses the editor. Line and column count from 1. */
  readonly goTo: (line: number, column: number) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

interface CodeEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  readonly onPlay: () => void;
}

/** The end of the marked text of an issue, which has only a start. */
const TOKEN = /^[^\s:,{}[\]]+/;

export function createCodeEditor(host: HTMLElement, options: CodeEditorOptions): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({ root, parent: root, state: createState(options.text, options) });
  return {
    setText: (text) => view.setState(createState(text, options)),
    setIssues: (errors, warnings) => {
      const diagnostics = [
        ...errors.map((issue) => toDiagnostic(view.state, issue, 'error')),
        ...warnings.map((issue) => toDiagnostic(view.state, issue, 'warning')),
      ];
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo: (line, column) => {
      const anchor = toOffset(view.state, line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function createState(text: string, { label, onChange, onSave, onPlay }: CodeEditorOptions): EditorState {
  const run = (action: () => void) => (): boolean => {
    action();
    return true;
  };
  return EditorState.create({
    doc: text,
    extensions: [
      // A file keeps its line breaks.
      EditorState.lineSeparator.of(/\r\n/.test(text) ? '\r\n' : '\n'),
      EditorState.tabSize.of(2),
      indentUnit.of('  '),
      lineNumbers(),

      history(),
      yaml(),
      highlightYaml,
      autocompletion({ override: [completeScenario], icons: false }),
      fieldHover,
      EditorView.lineWrapping,
      editorTheme,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false' }),
      leaveWithTab,
      indentEntry,
      keymap.of([
        { key: 'Mod-s', run: run(onSave), preventDefault: true },
        { key: 'Mod-Enter', run: run(onPlay) },
        { key: 'F8', run: nextDiagnostic },
        { key: 'Shift-F8', run: previousDiagnostic },
        ...completionKeymap,
        { key: 'Enter', run: continueBlock },
        ...historyKeymap,
        indentWithTab,
        ...standardKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.sliceDoc());
      }),
    ],
  });
}

/**
 * After an entry of a list that ends with a bracket, the next line is the next entry, and not a further field. After a field without
 * a value, the next line is in its value.
 */
const continueBlock: Command = (view) => {
  const { state } = view;
  const { head, empty } = state.selection.main;
  const line = state.doc.lineAt(head);
  const [, entry, field] = /^(?:(\s*)- .*[}\]]|([\s-]*)\w+:)\s*$/.exec(line.text) ?? [];
  const indentation = entry ?? (field === undefined ? undefined : `${field.replaceAll('-', ' ')}  `);
  if (!empty || head !== line.to || indentation === undefined) return false;
  view.dispatch(state.replaceSelection(`${state.lineBreak}${indentation}`), { scrollIntoView: true });
  return true;
};

/** The space after a dash moves the entry to the list that it belongs to. */
const indentEntry = EditorView.inputHandler.of((view, from, to, text) => {
  const lead = text === ' ' && from === to ? findEntryLead(view.state, from) : undefined;
  if (lead === undefined) return false;
  view.dispatch({
    changes: { from: view.state.doc.lineAt(from).from, to, insert: lead },
    selection: { anchor: view.state.doc.lineAt(from).from + lead.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
});

/** After Escape, Tab leaves the editor, however long that takes. Any other key ends this. */
const leaveWithTab = EditorView.domEventObservers({
  keydown(event, view) {
    if (event.key === 'Escape') view.setTabFocusMode(completionStatus(view.state) === null);
    else if (!/^(?:Tab|Shift|Control|Alt|Meta)$/.test(event.key)) view.setTabFocusMode(false);
  },
  blur(_event, view) {
    view.setTabFocusMode(false);
  },
});

function toDiagnostic(
  state: EditorState,
  { message, line, column }: ScenarioIssue,
  severity: Diagnostic['severity'],
): Diagnostic {
  const from = toOffset(state, line, column);
  const { to: end } = state.doc.lineAt(from);
  const token = TOKEN.exec(state.sliceDoc(from, end))?.[0] ?? '';
  return { from, to: Math.min(end, from + Math.max(1, token.length)), severity, message };
}

function toOffset({ doc }: EditorState, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(to, from + Math.max(0, column - 1));
}
