// Small pieces of HTML that all parts of the API reference use. Every text is escaped.
import { escapeHtml } from '../../src/base/escape-html.js';

/** A sentence of the contract, with its `code` between backticks. */
export function renderProse(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
    .join('');
}

/** A method, as a label with a colour of its own. */
export function renderMethod(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${escapeHtml(method)}</span>`;
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g;

/** A JSON value, formatted and highlighted, in a region that scrolls. */
export function renderJson(value: unknown, label: string): string {
  const json = JSON.stringify(value, null, 2);
  let end = 0;
  let code = '';
  for (const match of json.matchAll(TOKEN)) {
    const [token, string, colon = ''] = match;
    const kind = string === undefined ? 'figure' : colon === '' ? 'string' : 'name';
    code += escapeHtml(json.slice(end, match.index));
    code += `<span class="${kind}">${escapeHtml(string ?? token)}</span>${colon}`;
    end = match.index + token.length;
  }
  return renderCode(code + escapeHtml(json.slice(end)), label);
}

/**
 * Text that scrolls, and can be reached by the keyboard.
 * @param code HTML
 * @param fills what the script of the page fills in
 */
export function renderCode(code: string, label: string, fills?: string): string {
  const attribute = fills === undefined ? '' : ` data-fill="${fills}"`;
  return `<pre class="code" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code${attribute}>${code}</code></pre>`;
}

/** A command or an address with a button that copies it. The script fills in the values of this server. */
export function renderCopyable(text: string, label: string, fills: string): string {
  return `<div class="copy-code">${renderCode(escapeHtml(text), label, fills)}<button type="button" class="quiet" data-copy aria-label="Copy ${escapeHtml(label)}">Copy</button></div>`;
}
