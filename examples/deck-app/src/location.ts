/** What the page's address says is shown: a job that runs, or a deck. A reload, a bookmark and the back button rely on it. */
export interface Address {
  readonly job?: string;
  readonly deck?: string;
}

const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

export function readAddress(): Address {
  const query = new URLSearchParams(location.search);
  const [job, deck] = [query.get('job'), query.get('deck')];
  return { ...(job && { job }), ...(deck && { deck }) };
}

/** As one string, so that it can be compared. */
export function currentAddress(): string {
  return location.search;
}

/** @param how `replace` where the back button would lead to nothing */
export function goTo(address: Address, how: 'push' | 'replace' = 'push'): void {
  const query = new URLSearchParams({ ...address }).toString();
  const url = location.pathname + (query && `?${query}`);
  if (url === location.pathname + location.search) return;
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  tell();
}

export function onAddress(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}
