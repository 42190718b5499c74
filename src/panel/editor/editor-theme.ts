/** The theme of the editor: the panel's colours, inherited as custom properties through the shadow root. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const editorTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--sunken)', fontSize: '0.93rem', blockSize: '100%' },
  // The element around the editor has the outline.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '0.5rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--sunken)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--round)',
    maxInlineSize: '26rem',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-completionInfo': { padding: '0.4rem 0.6rem', fontFamily: 'var(--sans)' },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.8' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', borderColor: 'var(--failed)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: tags.quote, color: 'var(--completed)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--awaiting)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--quiet)' },
]);

export const panelTheme = [editorTheme, syntaxHighlighting(colours)];
