/** Colours the visible part of a YAML text by the nodes of its syntax tree. */
import { syntaxTree } from '@codemirror/language';
import type { Range } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';

const mark = (name: string): Decoration => Decoration.mark({ class: `yaml-${name}` });

const MARKS: Readonly<Record<string, Decoration>> = {
  Key: mark('key'),
  Literal: mark('value'),
  QuotedLiteral: mark('value'),
  BlockLiteral: mark('value'),
  Comment: mark('comment'),
  Anchor: mark('mark'),
  Alias: mark('mark'),
  Tag: mark('mark'),
  '{': mark('mark'),
  '}': mark('mark'),
  '[': mark('mark'),
  ']': mark('mark'),
  '-': mark('mark'),
};

class YamlColours {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = buildDecorations(view);
  }

  update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
    if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
      this.decorations = buildDecorations(view);
  }
}

export const highlightYaml = ViewPlugin.fromClass(YamlColours, {
  decorations: ({ decorations }) => decorations,
});

function buildDecorations({ state, visibleRanges }: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter({ name, from: start, to: end }) {
        const decoration = MARKS[name];
        if (!decoration || start === end) return undefined;
        ranges.push(decoration.range(start, end));
        // The parts of a key and of a text have the same colour.
        return false;
      },
    });
  return Decoration.set(ranges, true);
}
