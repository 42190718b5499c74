/** Shows code. JSON is formatted and highlighted, other text is shown unchanged. The text is never interpreted as HTML. */
import type { ComponentChildren } from 'preact';

/** Longer text is not highlighted, because that takes too many elements. */
const MAX_HIGHLIGHTED_CHARACTERS = 40_000;
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      <code>{text.length > MAX_HIGHLIGHTED_CHARACTERS ? text : highlightJson(text)}</code>
    </pre>
  );
}

export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Formats JSON. Other text is returned unchanged. */
export function prettyIfJson(text: string): string {
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}

/** One element for each line, so that wrapped lines can be indented: indentation has a meaning in YAML. */
function toLines(text: string): ComponentChildren {
  return text.split(/(?<=\n)/).map((line, index) => (
    <span class="code-line" key={index}>
      {line}
    </span>
  ));
}

function highlightJson(text: string): ComponentChildren {
  if (!/^\s*[[{"]/.test(text)) return toLines(text);
  const children: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    children.push(text.slice(end, match.index));
    end = match.index + token.length;
    const kind = string === undefined ? 'number' : colon === undefined ? 'string' : 'name';
    children.push(<span class={kind}>{string ?? token}</span>, colon);
  }
  children.push(text.slice(end));
  return children;
}
