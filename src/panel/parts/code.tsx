/** Text of a machine: JSON is laid out and coloured, everything else stands as it is. It is text, whatever is in it. */
import type { ComponentChildren } from 'preact';

/** Characters up to which colours are worth their elements. */
const COLOURED = 40_000;
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      <code>{text.length > COLOURED ? text : coloured(text)}</code>
    </pre>
  );
}

export function laidOut(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** JSON laid out; anything else as it is. */
export function readable(text: string): string {
  try {
    return laidOut(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Line by line, so that what does not fit in one is set off from the next: in YAML, where a line begins means something. */
function hanging(text: string): ComponentChildren {
  return text.split(/(?<=\n)/).map((line, index) => (
    <span class="row-of-text" key={index}>
      {line}
    </span>
  ));
}

function coloured(text: string): ComponentChildren {
  if (!/^\s*[[{"]/.test(text)) return hanging(text);
  const pieces: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    pieces.push(text.slice(end, match.index));
    end = match.index + token.length;
    const kind = string === undefined ? 'figure' : colon === undefined ? 'string' : 'name';
    pieces.push(<span class={kind}>{string ?? token}</span>, colon);
  }
  pieces.push(text.slice(end));
  return pieces;
}
