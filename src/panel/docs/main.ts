/** The script of the API reference: fills in the address, the key and the ids of the server, copies, and sends. */
import '../styles/tokens.css';
import '../styles/base.css';
import type { JobList, WorkspaceInfo } from '../../generated/control-api.js';
import { displayableKey } from '../state/known-key.js';
import './docs.css';
import './operations.css';
import { toCurl, toFetch, type RequestDraft } from './commands.js';
import { sendAndRender } from './send.js';

const keyField = document.querySelector('#key') as HTMLInputElement;
const requests = [...document.querySelectorAll<HTMLElement>('.request')];

let baseUrl = document.querySelector('[data-fill=base]')?.textContent ?? '';
let workspaces: ReadonlyMap<string, string> = new Map();
let ids: Ids = {};

const currentKey = (): string => keyField.value.trim() || 'YOUR-KEY';

/** The request as its fields say. @returns undefined while an id is missing */
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
  const written = request.querySelector('textarea')?.value ?? body;
  return { method, url: baseUrl + parts.join(''), key: currentKey(), body: written };
}

function setText(scope: ParentNode, name: string, text: string): void {
  for (const element of scope.querySelectorAll(`[data-fill=${name}]`)) element.textContent = text;
}

/** Writes everything that depends on the address, the key, the ids and the fields. */
function update(): void {
  setText(document, 'base', baseUrl);
  setText(document, 'key', currentKey());
  setText(document, 'header', `x-api-key: ${currentKey()}`);
  show('[data-key-known]', keyField.value !== '');
  show('[data-key-missing]', keyField.value === '');
  for (const request of requests) {
    const draft = readDraft(request);
    show('.missing', !draft, request);
    show('.ready', draft !== undefined, request);
    if (!draft) continue;
    setText(request, 'curl', toCurl(draft));
    setText(request, 'fetch', toFetch(draft));
  }
}

function show(selector: string, isShown: boolean, scope: ParentNode = document): void {
  const element = scope.querySelector<HTMLElement>(selector);
  if (element) element.hidden = !isShown;
}

/** Shows ids that are in use now. An id that the user has typed stays. */
function updateIds(found: Ids): void {
  const before = ids;
  ids = { ...ids, ...found };
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-id]')) {
    const name = field.dataset['id'] as keyof Ids;
    if (field.value === '' || field.value === before[name]) field.value = ids[name] ?? '';
  }
  update();
}

/** Another key has other jobs. */
async function onKeyChange(): Promise<void> {
  const key = keyField.value.trim();
  const [, sandbox] = /^sandbox-([\w.-]+)$/.exec(key) ?? [];
  const workspace = workspaces.get(key) ?? (sandbox && `ws_sandbox_${sandbox}`);
  updateIds({ generationId: undefined, id: undefined });
  if (workspace === undefined) return;
  const found = await fetchLatestIds(workspace);
  if (keyField.value.trim() === key) updateIds(found);
}

async function send(request: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  // Until then, the page has the address of the document and not that of its server.
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
  const [address, keys] = await Promise.all([readBaseUrl(), readKeys()]);
  baseUrl = address ?? baseUrl;
  workspaces = keys;
  const [known = ''] = keys.keys();
  keyField.value ||= known;
  document.querySelector('#keys')?.append(...[...keys].map(([key, id]) => new Option(id, key)));
  await onKeyChange();
}

highlightCurrentSection([...document.querySelectorAll<HTMLAnchorElement>('.contents a')]);
const started = start();

/* The buttons of the API reference that copy the text beside them. */

/** How long the confirmation shows, in milliseconds. */
const CONFIRMATION_MS = 1500;

function copyAdjacent(button: HTMLElement): void {
  const text = button.parentElement?.querySelector('code')?.textContent ?? '';
  // Browsers have no clipboard on pages of other machines without HTTPS.
  const done =
    'clipboard' in navigator
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'));
  done.then(
    () => showConfirmation(button, 'Copied'),
    () => showConfirmation(button, 'Select the text'),
  );
}

function showConfirmation(button: HTMLElement, text: string): void {
  const status = document.querySelector('#said');
  if (status) status.textContent = `${text}.`;
  button.textContent = text;
  setTimeout(() => {
    button.textContent = 'Copy';
    if (status) status.textContent = '';
  }, CONFIRMATION_MS);
}

/** Marks the link of the section that the reader sees in the list of sections. */
function highlightCurrentSection(links: readonly HTMLAnchorElement[]): void {
  const sections = links.flatMap((link) => document.querySelector<HTMLElement>(link.hash) ?? []);
  const mark = (): void => {
    // The last section whose beginning is in the upper third of the window, or at its end the last one.
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const current = isAtEnd
      ? sections.at(-1)
      : (sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3) ??
        sections[0]);
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.ariaCurrent = 'true';
      else link.ariaCurrent = null;
    }
  };
  addEventListener('scroll', mark, { passive: true });
  addEventListener('resize', mark);
  mark();
}

/* What the API reference asks its server: the address of the API, the keys that a page can know, and the ids of real things. */

/** Ids of a job and a presentation, by the path parameters of the contract. */
type Ids = Readonly<Partial<Record<'generationId' | 'id', string>>>;

/** The address of the API, without a slash at the end. It can be below another path, such as the base of a Vite server. */
async function readBaseUrl(): Promise<string | undefined> {
  const health = (await read('../health')) as { readonly base_path: string } | undefined;
  return health && new URL(`../..${health.base_path}`, location.href).href;
}

/** The workspaces of the server by the keys that a page can know; empty if it does not tell. */
async function readKeys(): Promise<ReadonlyMap<string, string>> {
  const list = (await read('../api/workspaces')) as
    { readonly workspaces: readonly WorkspaceInfo[] } | undefined;
  return new Map(
    (list?.workspaces ?? []).flatMap((workspace) => {
      const key = displayableKey(workspace);
      return key === undefined ? [] : [[key, workspace.id] as const];
    }),
  );
}

/** The ids of the latest job and the latest presentation of a workspace. */
async function fetchLatestIds(workspace: string): Promise<Ids> {
  const list = (await read(`../api/workspaces/${workspace}/jobs?limit=100`)) as JobList | undefined;
  // The newest job is the first, and its ids win.
  return (list?.jobs ?? []).reduceRight<Ids>(
    (ids, { status_response }) => ({ ...ids, ...extractIds(status_response) }),
    {},
  );
}

/** The ids in the body of a response. */
function extractIds(body: unknown): Ids {
  if (typeof body !== 'object' || body === null) return {};
  const { generation_id: job, presentation, id, workspace_id: owner } = body as Record<string, unknown>;
  return {
    ...(typeof job === 'string' && { generationId: job }),
    ...(typeof id === 'string' && owner !== undefined && { id }),
    ...extractIds(presentation),
  };
}

async function read(path: string): Promise<unknown> {
  // The panel keeps the control token for the tab.
  const token = sessionStorage.getItem('deckhand-control-token');
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(path, headers && { headers }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as unknown) : undefined;
}
