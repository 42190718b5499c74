/** The script of the API reference: fills in the address, the key and the ids of the server, copies, and sends. */
import '../styles/tokens.css';
import '../styles/base.css';
import './docs.css';
import './operations.css';
import { curlOf, fetchOf, type RequestDraft } from './commands.js';
import { copyBeside } from './copy.js';
import { markCurrent } from './mark-current.js';
import { sendAndShow } from './send.js';
import { idsIn, readBaseUrl, readIds, readKeys, type Ids } from './server-facts.js';

const keyField = document.querySelector('#key') as HTMLInputElement;
const requests = [...document.querySelectorAll<HTMLElement>('.request')];

let baseUrl = document.querySelector('[data-fill=base]')?.textContent ?? '';
let workspaces: ReadonlyMap<string, string> = new Map();
let ids: Ids = {};

const keyInUse = (): string => keyField.value.trim() || 'YOUR-KEY';

/** The request as its fields say. @returns undefined while an id is missing */
function draftOf(request: HTMLElement): RequestDraft | undefined {
  const { method = '', path = '', body } = request.dataset;
  const idOf = (name: string): string | undefined =>
    request.querySelector<HTMLInputElement>(`[data-id="${name}"]`)?.value.trim() || ids[name as keyof Ids];
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const id = idOf(part);
    return id === undefined ? undefined : encodeURIComponent(id);
  });
  if (parts.includes(undefined)) return undefined;
  const written = request.querySelector('textarea')?.value ?? body;
  return { method, url: baseUrl + parts.join(''), key: keyInUse(), body: written };
}

function fill(scope: ParentNode, name: string, text: string): void {
  for (const element of scope.querySelectorAll(`[data-fill=${name}]`)) element.textContent = text;
}

/** Writes everything that depends on the address, the key, the ids and the fields. */
function update(): void {
  fill(document, 'base', baseUrl);
  fill(document, 'key', keyInUse());
  fill(document, 'header', `x-api-key: ${keyInUse()}`);
  show('[data-key-known]', keyField.value !== '');
  show('[data-key-missing]', keyField.value === '');
  for (const request of requests) {
    const draft = draftOf(request);
    show('.missing', !draft, request);
    show('.ready', draft !== undefined, request);
    if (!draft) continue;
    fill(request, 'curl', curlOf(draft));
    fill(request, 'fetch', fetchOf(draft));
  }
}

function show(selector: string, isShown: boolean, scope: ParentNode = document): void {
  const element = scope.querySelector<HTMLElement>(selector);
  if (element) element.hidden = !isShown;
}

/** Shows ids that are in use now. An id that the user has typed stays. */
function learn(found: Ids): void {
  const before = ids;
  ids = { ...ids, ...found };
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-id]')) {
    const name = field.dataset['id'] as keyof Ids;
    if (field.value === '' || field.value === before[name]) field.value = ids[name] ?? '';
  }
  update();
}

/** Another key has other jobs. */
async function changeKey(): Promise<void> {
  const key = keyField.value.trim();
  const [, sandbox] = /^sandbox-([\w.-]+)$/.exec(key) ?? [];
  const workspace = workspaces.get(key) ?? (sandbox && `ws_sandbox_${sandbox}`);
  learn({ generationId: undefined, id: undefined });
  if (workspace === undefined) return;
  const found = await readIds(workspace);
  if (keyField.value.trim() === key) learn(found);
}

async function send(request: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  // Until then, the page has the address of the document and not that of its server.
  await started;
  const draft = draftOf(request);
  const container = request.querySelector('.received');
  if (draft && container) learn(idsIn(await sendAndShow(draft, container)));
  button.disabled = false;
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const request = button?.closest<HTMLElement>('.request');
  if (button?.matches('[data-copy]')) copyBeside(button);
  else if (button?.matches('[data-send]') && request) void send(request, button);
});
document.addEventListener('input', update);
keyField.addEventListener('change', () => void changeKey());

async function start(): Promise<void> {
  const [address, keys] = await Promise.all([readBaseUrl(), readKeys()]);
  baseUrl = address ?? baseUrl;
  workspaces = keys;
  const [known = ''] = keys.keys();
  keyField.value ||= known;
  document.querySelector('#keys')?.append(...[...keys].map(([key, id]) => new Option(id, key)));
  await changeKey();
}

markCurrent([...document.querySelectorAll<HTMLAnchorElement>('.contents a')]);
const started = start();
