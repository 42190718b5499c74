/** The job or presentation in the URL of the page, which makes reloads, bookmarks and the back button work. */

export interface AppLocation {
  readonly job?: string;
  readonly deck?: string;
}

const listeners = new Set<() => void>();
const notify = (): void => listeners.forEach((listener) => listener());

export function readLocation(): AppLocation {
  const query = new URLSearchParams(location.search);
  const [job, deck] = [query.get('job'), query.get('deck')];
  return { ...(job && { job }), ...(deck && { deck }) };
}

/** As a string, so that it can be compared. */
export function getLocationSearch(): string {
  return location.search;
}

/** @param mode `replace` if the previous URL should not be in the history */
export function goTo(target: AppLocation, mode: 'push' | 'replace' = 'push'): void {
  const query = new URLSearchParams({ ...target }).toString();
  const url = location.pathname + (query && `?${query}`);
  if (url === location.pathname + location.search) return;
  if (mode === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  notify();
}

export function onLocationChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}
