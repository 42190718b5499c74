/** Sends a request of the API reference to the server of this page, and shows the response below its button. */
import { outcomeOf } from '../../ui/outcome.js';
import type { RequestDraft } from '../request-snippets.js';

/** The response headers that are shown. */
const DISPLAYED_HEADERS = ['location', 'retry-after', 'x-request-id', 'allow'];

/** @returns the JSON of a successful response */
export async function sendAndRender(draft: RequestDraft, container: Element): Promise<unknown> {
  const status = container.querySelector('[role=status]');
  container.querySelectorAll(':scope > :not([role=status])').forEach((part) => part.remove());
  const startedAt = performance.now();
  const response = await send(draft).catch(() => undefined);
  if (!response) {
    status?.replaceChildren(
      createLine('error', 'No response: the connection failed, or the server has stopped.'),
    );
    return undefined;
  }
  const text = await response.text();
  const code = createLine(`outcome ${outcomeOf(response.status)}`, '', 'span');
  code.textContent = `${response.status} ${response.statusText}`;
  const duration = createLine(
    'small',
    `${Math.max(1, Math.round(performance.now() - startedAt))} ms`,
    'span',
  );
  const summary = createLine('cluster', '');
  summary.append(code, duration);
  status?.replaceChildren(summary);
  for (const name of DISPLAYED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) container.append(createLine('mono small', `${name}: ${value}`));
  }
  const json = parseJson(text);
  if (text !== '')
    container.append(
      createCodeBlock(
        json === undefined ? text : JSON.stringify(json, null, 2),
        `Response to ${draft.method} ${draft.url}`,
      ),
    );
  return response.ok ? json : undefined;
}

function send({ method, url, key, body }: RequestDraft): Promise<Response> {
  const headers = { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
}

function createLine(classes: string, text: string, tag: 'p' | 'span' = 'p'): HTMLElement {
  const element = document.createElement(tag);
  element.className = classes;
  element.textContent = text;
  return element;
}

function createCodeBlock(text: string, label: string): HTMLElement {
  const code = document.createElement('pre');
  code.className = 'code';
  code.tabIndex = 0;
  code.setAttribute('role', 'region');
  code.setAttribute('aria-label', label);
  code.textContent = text;
  return code;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
