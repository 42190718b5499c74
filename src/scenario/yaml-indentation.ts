/** Explains a YAML error by the indentation of a line. The parser often reports such a line by its consequence, at another line. */
import { pluralize } from '../base/text/pluralize.js';

interface IndentationError {
  readonly message: string;
  readonly offset: number;
}

interface Line {
  readonly offset: number;
  /** The number of spaces before the text. */
  readonly indent: number;
  /** The columns at which a list begins. */
  readonly dashes: readonly number[];
  /** The column at which a map can begin. */
  readonly text: number;
  /** Whether the next line can begin at any later column. */
  readonly isOpen: boolean;
}

interface OpenLevels {
  readonly dashes: readonly number[];
  readonly texts: readonly number[];
}

/**
 * @param offset of the parser's error
 * @param isContinued whether the error is about a text that continues in the next line
 * @returns undefined if no line begins at another column than the lines above
 */
export function findIndentationError(
  text: string,
  offset: number,
  isContinued: boolean,
): IndentationError | undefined {
  // Between brackets, the indentation does not matter.
  if (lastIndexOf('[{', text, offset) > lastIndexOf(']}', text, offset)) return undefined;
  const lines = [...text.matchAll(/^( *)((?:- +)*)[^\s#].*/gm)].map(parseLine);
  const at = lines.findLastIndex((line) => line.offset <= offset);
  return explainLine(lines, at) ?? (isContinued ? explainLine(lines, at + 1) : undefined);
}

const lastIndexOf = (characters: string, text: string, before: number): number =>
  Math.max(...[...characters].map((character) => text.lastIndexOf(character, before)));

function parseLine({ index, 0: source, 1: spaces = '', 2: dashes = '' }: RegExpExecArray): Line {
  const indent = spaces.length;
  return {
    offset: index,
    indent,
    dashes: [...dashes.matchAll(/-/g)].map((dash) => indent + dash.index),
    text: indent + dashes.length,
    isOpen: /(?:^|[\s"'\w]:|-)(?: +[|>&!].*)?(?: +#.*)?\s*$/.test(source),
  };
}

function explainLine(lines: readonly Line[], at: number): IndentationError | undefined {
  const [first, line, before] = [lines[0], lines[at], lines[at - 1]];
  if (!first || !line || !before) return undefined;
  const { indent } = line;
  if (indent < first.indent)
    return explainSpaces(first, `${pluralize(first.indent - indent, 'space')} too many`);
  if (indent > before.indent && before.isOpen) return undefined;
  const { dashes, texts } = lines.slice(0, at).reduce<OpenLevels>(addLine, { dashes: [], texts: [] });
  const levels = line.dashes.length > 0 && dashes.length > 0 ? dashes : texts;
  if (levels.includes(indent)) return undefined;
  const above = Math.min(...levels.filter((level) => level > indent)) - indent;
  const below = indent - Math.max(...levels.filter((level) => level < indent));
  if (below < above) return explainSpaces(line, `${pluralize(below, 'space')} too many`);
  const spaces = pluralize(above, 'space');
  if (below === above) return explainSpaces(line, `${spaces} too few or too many`);
  return explainSpaces(line, `${spaces} too few, or the lines above after ${above} too many`);
}

const explainSpaces = ({ offset, indent }: Line, spaces: string): IndentationError => ({
  message: `is not valid YAML: this line begins after ${spaces}`,
  offset: offset + indent,
});

/** Ends the levels that begin after the line. */
function addLine({ dashes, texts }: OpenLevels, line: Line): OpenLevels {
  return {
    dashes: [...dashes.filter((level) => level < line.indent), ...line.dashes],
    texts: [...texts.filter((level) => level < line.indent), line.text],
  };
}
