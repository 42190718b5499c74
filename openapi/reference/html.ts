/** Renders the HTML elements that all parts of the API reference share. Every text is escaped. */
import { escapeHtml } from '../../src/base/escape-html.js';

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g;

/** Renders text of the contract: text between backticks becomes `code`. */
export function renderProse(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
    .join('');
}

/** Renders a method as a coloured label. */
export function renderMethod(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${escapeHtml(method)}</span>`;
}

/** Renders a JSON value, formatted and highlighted, in a scrollable region. */
export function renderJson(value: unknown, label: string): string {
  const json = JSON.stringify(value, null, 2);
  let end = 0;
  let code = '';
  for (const match of json.matchAll(TOKEN)) {
    const [token, string, colon = ''] = match;
    const kind = string === undefined ? 'number' : colon === '' ? 'string' : 'name';
    code += escapeHtml(json.slice(end, match.index));
    code += `<span class="${kind}">${escapeHtml(string ?? token)}</span>${colon}`;
    end = match.index + token.length;
  }
  return renderCode(code + escapeHtml(json.slice(end)), label);
}

/**
 * Renders a scrollable block of code that can get the keyboard focus.
 * @param code HTML
 * @param fill the name of the value that the script of the page fills in
 */
export function renderCode(code: string, label: string, fill?: string): string {
  const attribute = fill === undefined ? '' : ` data-fill="${fill}"`;
  return `<pre class="code" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code${attribute}>${code}</code></pre>`;
}

/** Renders a command or a URL with a copy button. The script fills in the values of this server. */
export function renderCopyable(text: string, label: string, fill: string): string {
  return `<div class="copy-code">${renderCode(escapeHtml(text), label, fill)}<button type="button" class="button-plain" data-copy aria-label="Copy ${escapeHtml(label)}">Copy</button></div>`;
}
