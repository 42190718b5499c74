/** The filter of a view: a search text and field values. Empty values match everything. */

export interface Filter {
  readonly q: string;
  /** Jobs: a status such as `awaiting_input`. Traffic: `429`, a class such as `5xx`, or `none`. */
  readonly status: string;
  readonly operation: string;
  readonly job: string;
}

export const NO_FILTER: Filter = { q: '', status: '', operation: '', job: '' };

const FILTER_NAMES = Object.keys(NO_FILTER) as (keyof Filter)[];

export function parseFilter(params: URLSearchParams): Filter {
  const valueOf = (name: keyof Filter): string => params.get(name) ?? '';
  return { q: valueOf('q'), status: valueOf('status'), operation: valueOf('operation'), job: valueOf('job') };
}

export function toSearchParams(filter: Filter): URLSearchParams {
  return new URLSearchParams(
    FILTER_NAMES.filter((name) => filter[name] !== '').map((name) => [name, filter[name]]),
  );
}

export function isEmpty(filter: Filter): boolean {
  return FILTER_NAMES.every((name) => filter[name] === '');
}

/** Whether each word of the search occurs in one of the texts. Ignores case. */
export function matchesWords(q: string, texts: readonly (string | undefined)[]): boolean {
  if (q.trim() === '') return true;
  const all = texts.join('\n').toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
