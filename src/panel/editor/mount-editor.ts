/**
 * An editor for scenario files: completion from their schema, mistakes at their place. It stands in a shadow root, where its
 * styles are sheets and no elements: the panel's policy allows no others. Knows nothing of where texts come from or go.
 */
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
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
  /** What is edited, for those who do not see it. */
  readonly label: string;
  readonly schema: JsonSchema;
  /** Finds what is wrong with a text, a moment after it was typed. */
  readonly check: (text: string) => Promise<readonly EditorMistake[]>;
  readonly onChange: (text: string) => void;
}

export interface Editor {
  readonly text: () => string;
  /** Replaces the whole text; who wants the old one back can undo it. */
  readonly replace: (text: string) => void;
  /** Goes to a place, such as that of a mistake. */
  readonly goTo: (line: number, column: number) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

/** Milliseconds after which a text that is not typed at any more is checked. */
const CALM = 300;

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
        // Beside the editor are other things to look at.
        tooltips({ tooltipSpace: ({ dom }) => dom.getBoundingClientRect() }),
        autocompletion({ override: [completeFrom(schema)] }),
        linter(marks, { delay: CALM }),
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
    replace: (insert) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }),
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
 * Types over a selection as the editor itself would. Left to the browser, which keeps the look of what it takes away in a
 * style attribute, the panel's policy would refuse that and complain. What is composed the browser has to begin.
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
