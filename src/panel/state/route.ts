/** The current view, stored in the URL: `#/ws_dev/jobs/gen_…`. So every view has a link. */
import { computed, signal } from '@preact/signals';

export const VIEWS = ['jobs', 'traffic', 'scenarios', 'faults', 'workspace'] as const;
export type View = (typeof VIEWS)[number];

export interface Route {
  readonly workspace: string;
  readonly view: View;
  /** The open item of the view: a job, an exchange or a scenario. */
  readonly item: string | undefined;
}

const DEFAULT_WORKSPACE = 'ws_dev';

export const route = signal(read());
addEventListener('hashchange', () => (route.value = read()));

export const workspaceId = computed(() => route.value.workspace);
export const view = computed(() => route.value.view);
export const item = computed(() => route.value.item);

/** The URL of a view. Omitted workspace and view stay the same; without `item`, no item is open. */
export function hrefOf(place: { workspace?: string; view?: View; item?: string | undefined }): string {
  const { workspace = workspaceId.value, view: shown = view.value, item: open } = place;
  const parts = [workspace, shown, ...(open === undefined ? [] : [open])];
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function go(place: Parameters<typeof hrefOf>[0]): void {
  location.hash = hrefOf(place);
}

function read(): Route {
  const [workspace = '', shown = '', open] = location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => decoded(part));
  return {
    workspace: workspace || DEFAULT_WORKSPACE,
    view: VIEWS.find((known) => known === shown) ?? 'jobs',
    item: open || undefined,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
