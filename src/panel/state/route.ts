/**
 * The current route, stored in the URL hash, so that it can be shared: `#/ws_dev/jobs/gen_…?at=…&q=…` has the workspace, the
 * view, the open item, the selected time and the filter.
 */
import { computed, signal } from '@preact/signals';
import { parseFilter, toSearchParams, NO_FILTER, type Filter } from './filter.js';

/** In the order of the navigation. */
export const VIEWS = ['jobs', 'traffic', 'scenarios'] as const;
export type View = (typeof VIEWS)[number];

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  jobs: 'Jobs',
  traffic: 'Traffic',
  scenarios: 'Scenarios',
};

export interface PanelRoute {
  readonly workspace: string;
  readonly view: View;
  /** The open item of the view: a job, an exchange or a scenario. */
  readonly item: string | undefined;
  /** The selected time of the open job, in ms since 1970; undefined follows the clock. */
  readonly at: number | undefined;
  readonly filter: Filter;
  /** What the scenario editor edits: `text` of the open item, a `new` scenario, or a scenario of the job with this id. */
  readonly edit: string | undefined;
}

const DEFAULT_WORKSPACE = 'ws_dev';

/** The last filter of each view, which is restored when the user returns to it. */
const lastFilters = new Map<View, Filter>();

export const route = signal(parseLocation());
/** The hash of the current route. */
let currentHash = location.hash;
let mayLeave: LeaveGuard = () => true;

addEventListener('hashchange', () => {
  const { hash } = location;
  if (hash === currentHash) return;
  if (mayLeave(hash)) readLocation();
  else history.replaceState(null, '', currentHash);
});

/** Called before the user goes to another hash. If it returns false, the route does not change. */
export type LeaveGuard = (hash: string) => boolean;

/** Without a guard, the user can go anywhere. */
export function setLeaveGuard(guard: LeaveGuard = () => true): void {
  mayLeave = guard;
}

export const workspaceId = computed(() => route.value.workspace);
export const view = computed(() => route.value.view);
export const item = computed(() => route.value.item);
export const at = computed(() => route.value.at);
export const filter = computed(() => route.value.filter);
export const edit = computed(() => route.value.edit);

export interface RouteChange {
  readonly workspace?: string;
  readonly view?: View;
  readonly item?: string | undefined;
  readonly at?: number | undefined;
  readonly filter?: Filter;
  readonly edit?: string | undefined;
}

/**
 * The URL of a route. Omitted workspace, view and filter stay the same; without `item`, no item is open, and without `edit`, there is
 * no editor. Another workspace has no filter.
 */
export function buildHref({
  workspace,
  view: nextView,
  item: open,
  at: instant,
  filter: requested,
  edit: edited,
}: RouteChange): string {
  const now = route.value;
  const target = nextView ?? now.view;
  const lastFilter = target === now.view ? now.filter : (lastFilters.get(target) ?? NO_FILTER);
  const isOtherWorkspace = workspace !== undefined && workspace !== now.workspace;
  const parts = [workspace ?? now.workspace, target, ...(open === undefined ? [] : [open])];
  const query = toSearchParams(requested ?? (isOtherWorkspace ? NO_FILTER : lastFilter));
  if (edited !== undefined) query.set('edit', edited);
  if (instant !== undefined) query.set('at', new Date(Math.round(instant)).toISOString());
  const text = query.size > 0 ? `?${query}` : '';
  return `#/${parts.map(encodeURIComponent).join('/')}${text}`;
}

export function navigate(change: RouteChange): void {
  location.hash = buildHref(change);
}

/** Changes the filter of the current view, or the selected time, without a new history entry. */
export function replaceRoute(change: {
  readonly filter?: Partial<Filter>;
  readonly at?: number | undefined;
}): void {
  const { item: open, at: instant, filter: current, edit: edited } = route.value;
  replaceHref({
    item: open,
    edit: edited,
    at: 'at' in change ? change.at : instant,
    filter: { ...current, ...change.filter },
  });
}

/** Goes to a route without a new history entry, and without the guard. */
export function replaceHref(change: RouteChange): void {
  history.replaceState(null, '', buildHref(change));
  readLocation();
}

function readLocation(): void {
  currentHash = location.hash;
  route.value = parseLocation();
}

function parseLocation(): PanelRoute {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [workspace = '', name = '', open] = path.split('/').map((part) => decodeOrEmpty(part));
  const params = new URLSearchParams(query);
  const view = VIEWS.find((one) => one === name) ?? 'jobs';
  const instant = Date.parse(params.get('at') ?? '');
  const filter = parseFilter(params);
  lastFilters.set(view, filter);
  return {
    workspace: workspace || DEFAULT_WORKSPACE,
    view,
    item: open || undefined,
    at: Number.isFinite(instant) ? instant : undefined,
    filter,
    edit: params.get('edit') ?? undefined,
  };
}

function decodeOrEmpty(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
