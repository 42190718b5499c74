/** A row of the traffic list: `poll · Quarterly review · awaiting input`, with its time and status. */
import type { Exchange } from '../../generated/control-api.js';
import { BrokenMark } from '../parts/broken-rules.js';
import { formatDuration, formatTime } from '../parts/format.js';
import { sentenceOf } from '../parts/sentence.js';
import { promptOf } from '../state/jobs.js';
import { hrefOf, item } from '../state/route.js';
import { isUnassigned } from '../state/traffic-search.js';

export function ExchangeRow({ exchange }: { readonly exchange: Exchange }) {
  const { sequence, startedAt, endedAt, notes, response, failure } = exchange;
  const isOpen = item.value === String(sequence);
  const { verb, object, result } = sentenceOf(exchange, promptOf);
  const took = endedAt - startedAt;
  return (
    <a
      class="exchange row"
      href={hrefOf({ view: 'traffic', item: isOpen ? undefined : String(sequence) })}
      aria-current={isOpen}
    >
      <span class="when">{formatTime(startedAt, 1)}</span>
      <Outcome exchange={exchange} />
      <span class="says" dir="auto">
        <strong>{verb}</strong>
        {object !== '' && <span class="object"> · {object}</span>}
        {result !== undefined && <span class="result"> · {result}</span>}
      </span>
      <span class="tags">
        {isUnassigned(exchange) && <span class="tag">no workspace</span>}
        {notes?.fault ? (
          <span class="tag fault">{notes.fault}</span>
        ) : (
          response && failure && <span class="tag fault">{failure}</span>
        )}
        <BrokenMark sequence={sequence} />
      </span>
      <span class="took">{took >= 1 && formatDuration(took)}</span>
    </a>
  );
}

/** The status, also of a response that broke off: then the mark is that of a failure. */
export function Outcome({ exchange: { response, failure } }: { readonly exchange: Exchange }) {
  if (!response) return <span class="outcome none">{failure ?? 'none'}</span>;
  const { status } = response;
  const kind = failure ? 'none' : status >= 500 ? 'server' : status >= 400 ? 'client' : 'fine';
  return <span class={`outcome ${kind}`}>{status}</span>;
}
