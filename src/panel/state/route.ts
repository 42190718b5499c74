/**
 * The current route, stored in the URL: `#/ws_dev/jobs/gen_…?at=…&q=…` has the workspace, the view, the open item, the instant
 * and the filter. So every view has a link, and someone else can open it.
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
  /** The selected instant of the open job, in milliseconds since 1970; undefined follows the clock. */
  readonly at: number | undefined;
  readonly filter: Filter;
}

const DEFAULT_WORKSPACE = 'ws_dev';

/** The last filter of each view, so that a view is found as it was left. */
const lastFilters = new Map<View, Filter>();

export const route = signal(parseLocation());
addEventListener('hashchange', () => (route.value = parseLocation()));

export const workspaceId = computed(() => route.value.workspace);
export const view = computed(() => route.value.view);
export const item = computed(() => route.value.item);
export const at = computed(() => route.value.at);
export const filter = computed(() => route.value.filter);

export interface RouteChange {
  readonly workspace?: string;
  readonly view?: View;
  readonly item?: string | undefined;
  readonly at?: number | undefined;
  readonly filter?: Filter;
}

/**
 * The URL of a route. Omitted workspace, view and filter stay the same; without `item`, no item is open. Another workspace
 * has no filter.
 */
export function buildHref({
  workspace,
  view: wanted,
  item: open,
  at: instant,
  filter: requested,
}: RouteChange): string {
  const now = route.value;
  const shown = wanted ?? now.view;
  const kept = shown === now.view ? now.filter : (lastFilters.get(shown) ?? NO_FILTER);
  const isElsewhere = workspace !== undefined && workspace !== now.workspace;
  const parts = [workspace ?? now.workspace, shown, ...(open === undefined ? [] : [open])];
  const query = toSearchParams(requested ?? (isElsewhere ? NO_FILTER : kept));
  if (instant !== undefined) query.set('at', new Date(Math.round(instant)).toISOString());
  const text = query.size > 0 ? `?${query}` : '';
  return `#/${parts.map(encodeURIComponent).join('/')}${text}`;
}

export function navigate(change: RouteChange): void {
  location.hash = buildHref(change);
}

/** Changes the filter of the current view, or the selected instant, without a new entry in the history. */
export function replaceRoute(change: {
  readonly filter?: Partial<Filter>;
  readonly at?: number | undefined;
}): void {
  const { item: open, at: instant, filter: current } = route.value;
  const href = buildHref({
    item: open,
    at: 'at' in change ? change.at : instant,
    filter: { ...current, ...change.filter },
  });
  history.replaceState(null, '', href);
  route.value = parseLocation();
}

function parseLocation(): PanelRoute {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [workspace = '', shown = '', open] = path.split('/').map((part) => decoded(part));
  const params = new URLSearchParams(query);
  const known = VIEWS.find((one) => one === shown) ?? 'jobs';
  const instant = Date.parse(params.get('at') ?? '');
  const wanted = parseFilter(params);
  lastFilters.set(known, wanted);
  return {
    workspace: workspace || DEFAULT_WORKSPACE,
    view: known,
    item: open || undefined,
    at: Number.isFinite(instant) ? instant : undefined,
    filter: wanted,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
