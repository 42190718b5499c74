/** The look of the text field, from the design tokens of the panel. */
import { EditorView } from '@codemirror/view';

const underline = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${color}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '0.2em',
});

const markedLine = (color: string) => ({ boxShadow: `inset 3px 0 ${color}` });

export const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--sunken)', fontSize: '0.95em' },
  // Its host shows the focus.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: 'none' },
  '.cm-lintRange-error': underline('var(--failed)'),
  '.cm-lintRange-warning': underline('var(--awaiting)'),
  '.cm-line:has(.cm-lintRange-warning, .cm-lintPoint-warning)': markedLine('var(--awaiting)'),
  '.cm-line:has(.cm-lintRange-error, .cm-lintPoint-error)': {
    ...markedLine('var(--failed)'),
    backgroundColor: 'var(--failed-soft)',
  },
  '.cm-tooltip': {
    maxInlineSize: 'min(26rem, 90vw)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxBlockSize: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.15rem 0.5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--on-accent-soft)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo': {
    maxInlineSize: 'min(22rem, 70vw)',
    padding: '0.4rem 0.6rem',
    fontFamily: 'var(--sans)',
  },
  '.cm-field-help': { padding: '0.4rem 0.6rem', fontFamily: 'var(--sans)' },
  '.cm-field-help p': { margin: '0 0 0.2rem' },
  '.cm-diagnostic': { padding: '0.3rem 0.6rem', fontFamily: 'var(--sans)' },
  '.cm-diagnostic-error': { borderInlineStart: '4px solid var(--failed)' },
  '.cm-diagnostic-warning': { borderInlineStart: '4px solid var(--awaiting)' },
  '.yaml-key': { color: 'var(--accent)' },
  '.yaml-value': { color: 'var(--completed)' },
  '.yaml-mark': { color: 'var(--muted)' },
  '.yaml-comment': { color: 'var(--muted)', fontStyle: 'italic' },
});
