/** The script of the API reference: fills in the values of the server, copies commands, and sends requests. */
import './reference.css';
import { toCurl, toFetch, type RequestDraft } from '../request-snippets.js';
import { copyAdjacent } from './copy-buttons.js';
import { highlightCurrentSection } from './current-section.js';
import { sendAndRender } from './send-request.js';
import { extractIds, fetchLatestIds, readBaseUrl, readKeys, type Ids } from './server-values.js';

const keyField = document.querySelector('#key') as HTMLInputElement;
const requests = [...document.querySelectorAll<HTMLElement>('.request')];

let baseUrl = document.querySelector('[data-fill=base]')?.textContent ?? '';
let workspaces: ReadonlyMap<string, string> = new Map();
let ids: Ids = {};

const currentKey = (): string => keyField.value.trim() || 'YOUR-KEY';

/** The request with the values of its fields. @returns undefined while an id is missing */
function readDraft(request: HTMLElement): RequestDraft | undefined {
  const { method = '', path = '', body } = request.dataset;
  const idOf = (name: string): string | undefined =>
    request.querySelector<HTMLInputElement>(`[data-id="${name}"]`)?.value.trim() || ids[name as keyof Ids];
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const id = idOf(part);
    return id === undefined ? undefined : encodeURIComponent(id);
  });
  if (parts.includes(undefined)) return undefined;
  const text = request.querySelector('textarea')?.value ?? body;
  return { method, url: baseUrl + parts.join(''), key: currentKey(), body: text };
}

function setText(scope: ParentNode, name: string, text: string): void {
  for (const element of scope.querySelectorAll(`[data-fill=${name}]`)) element.textContent = text;
}

/** Updates everything that depends on the base URL, the key, the ids and the fields. */
function update(): void {
  setText(document, 'base', baseUrl);
  setText(document, 'key', currentKey());
  setText(document, 'header', `x-api-key: ${currentKey()}`);
  setVisible('[data-key-known]', keyField.value !== '');
  setVisible('[data-key-missing]', keyField.value === '');
  for (const request of requests) {
    const draft = readDraft(request);
    setVisible('.missing', !draft, request);
    setVisible('.ready', draft !== undefined, request);
    if (!draft) continue;
    setText(request, 'curl', toCurl(draft));
    setText(request, 'fetch', toFetch(draft));
  }
}

function setVisible(selector: string, isVisible: boolean, scope: ParentNode = document): void {
  const element = scope.querySelector<HTMLElement>(selector);
  if (element) element.hidden = !isVisible;
}

/** Fills in the latest ids. An id that the user has typed stays. */
function updateIds(latest: Ids): void {
  const previous = ids;
  ids = { ...ids, ...latest };
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-id]')) {
    const name = field.dataset['id'] as keyof Ids;
    if (field.value === '' || field.value === previous[name]) field.value = ids[name] ?? '';
  }
  update();
}

/** Another key belongs to another workspace, which has other ids. */
async function onKeyChange(): Promise<void> {
  const key = keyField.value.trim();
  const [, sandbox] = /^sandbox-([\w.-]+)$/.exec(key) ?? [];
  const workspace = workspaces.get(key) ?? (sandbox && `ws_sandbox_${sandbox}`);
  updateIds({ generationId: undefined, id: undefined });
  if (workspace === undefined) return;
  const latest = await fetchLatestIds(workspace);
  if (keyField.value.trim() === key) updateIds(latest);
}

async function send(request: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  // Before, the page has the base URL of the document instead of its server's.
  await started;
  const draft = readDraft(request);
  const container = request.querySelector('.received');
  if (draft && container) updateIds(extractIds(await sendAndRender(draft, container)));
  button.disabled = false;
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const request = button?.closest<HTMLElement>('.request');
  if (button?.matches('[data-copy]')) copyAdjacent(button);
  else if (button?.matches('[data-send]') && request) void send(request, button);
});
document.addEventListener('input', update);
keyField.addEventListener('change', () => void onKeyChange());

async function start(): Promise<void> {
  const [url, keys] = await Promise.all([readBaseUrl(), readKeys()]);
  baseUrl = url ?? baseUrl;
  workspaces = keys;
  const [firstKey = ''] = keys.keys();
  keyField.value ||= firstKey;
  document.querySelector('#keys')?.append(...[...keys].map(([key, id]) => new Option(id, key)));
  await onKeyChange();
}

highlightCurrentSection([...document.querySelectorAll<HTMLAnchorElement>('.contents a')]);
const started = start();
