/**
 * Creates an editor for scenario files, with completion from the schema and marked mistakes. It is in a shadow root, where
 * CodeMirror uses constructed style sheets: the panel's content security policy forbids style elements.
 */
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { forceLinting, linter, lintGutter, lintKeymap, type Diagnostic } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { completeFrom } from './complete.js';
import { panelTheme } from './editor-theme.js';
import type { JsonSchema } from './schema-at.js';

/** Line and column count from 1. */
export interface EditorMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface EditorOptions {
  readonly text: string;
  /** The accessible name of the editor. */
  readonly label: string;
  readonly schema: JsonSchema;
  /** Returns the mistakes of a text. Called a moment after the last key. */
  readonly check: (text: string) => Promise<readonly EditorMistake[]>;
  readonly onChange: (text: string) => void;
}

export interface Editor {
  readonly text: () => string;
  /** Replaces the whole text. The user can undo it. */
  readonly replace: (text: string) => void;
  /** Moves the cursor to a position, for example of a mistake. */
  readonly goTo: (line: number, column: number) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

/** Milliseconds from the last key to the check of the text. */
const CHECK_DELAY = 300;

export function mountEditor(element: HTMLElement, options: EditorOptions): Editor {
  const { text, label, schema, check, onChange } = options;
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const marks = async ({ state: { doc } }: EditorView): Promise<Diagnostic[]> =>
    (await check(doc.toString())).map((mistake) => diagnosticOf(mistake, doc));
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        lintGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        yaml(),
        indentUnit.of('  '),
        EditorView.lineWrapping,
        // Tooltips stay inside the editor, so that they do not cover the rest of the panel.
        tooltips({ tooltipSpace: ({ dom }) => dom.getBoundingClientRect() }),
        autocompletion({ override: [completeFrom(schema)] }),
        linter(marks, { delay: CHECK_DELAY }),
        keymap.of([...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
        typeOverLines,
        panelTheme,
      ],
    }),
  });
  forceLinting(view);
  return {
    text: () => view.state.doc.toString(),
    replace: (insert) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert },
        // One undo brings back exactly the user's text.
        annotations: isolateHistory.of('full'),
      }),
    goTo: (line, column) => {
      const anchor = offsetOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/**
 * Replaces a selection with typed text without the browser. The browser would copy the selection's style into a style attribute,
 * which the content security policy refuses and reports. Text composition (IME) stays with the browser.
 */
const typeOverLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const { data, inputType, isComposing } = event;
    if (empty || isComposing || inputType !== 'insertText' || !data || view.state.readOnly) return false;
    const typed = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type' });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, typed))) view.dispatch(typed());
    event.preventDefault();
    return true;
  },
});

function diagnosticOf({ line, column, message }: EditorMistake, doc: Text): Diagnostic {
  const from = offsetOf(doc, line, column);
  const rest = doc.lineAt(from).text.slice(from - doc.lineAt(from).from);
  const [word = ''] = /^[^\s,:}\]]+/.exec(rest) ?? [];
  return { from, to: from + word.length, severity: 'error', message };
}

function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + column - 1, to);
}
