/** A row of the traffic list: the time, request, outcome and duration of an exchange. */
import type { Exchange } from '../../generated/control-api.js';
import { ConductTag } from '../parts/conduct-notes.js';
import { formatDuration, formatTime } from '../parts/format.js';
import { isUnassigned } from '../state/traffic.js';
import { hrefOf, item } from '../state/route.js';

export function ExchangeRow({ exchange }: { readonly exchange: Exchange }) {
  const { sequence, startedAt, endedAt, request, notes } = exchange;
  const isOpen = item.value === String(sequence);
  return (
    <a
      class="exchange row"
      href={hrefOf({ view: 'traffic', item: isOpen ? undefined : String(sequence) })}
      aria-current={isOpen}
    >
      <span class="when">{formatTime(startedAt, 1)}</span>
      <Outcome exchange={exchange} />
      <span class="method">{request.method}</span>
      <Path url={request.url} />
      <span class="tags">
        <ConductTag sequence={sequence} />
        {isUnassigned(exchange) && <span class="tag">no workspace</span>}
        {notes?.jobStatus && <span class="tag state">{notes.jobStatus.replace('_', ' ')}</span>}
        {notes?.fault && <span class="tag fault">{notes.fault}</span>}
        {notes?.problem && !notes.fault && <span class="tag">{notes.problem}</span>}
      </span>
      <span class="took">{formatDuration(endedAt - startedAt)}</span>
    </a>
  );
}

export function Outcome({ exchange: { response, failure } }: { readonly exchange: Exchange }) {
  if (!response) return <span class="outcome none">{failure ?? 'none'}</span>;
  const { status } = response;
  const kind = status >= 500 ? 'server' : status >= 400 ? 'client' : 'fine';
  return (
    <span class={`outcome ${kind}`}>
      {status}
      {failure && ` ${failure}`}
    </span>
  );
}

/** The end of a path is in an element of its own and stays visible, because it distinguishes rows. */
function Path({ url }: { readonly url: string }) {
  const path = pathBelowApi(url);
  const end = /[^/]+\/?[^/]*$/.exec(path)?.index ?? 0;
  return (
    <span class="path" title={path}>
      <span class="begin">{path.slice(0, end)}</span>
      <span class="end">{path.slice(end)}</span>
    </span>
  );
}

/** The path without the prefix of the API, which is the same in every row. */
export function pathBelowApi(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '').replace(/^\/api\/v1(?=\/)/, '');
}
