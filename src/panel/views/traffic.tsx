/** The journal as it happens, the newest first. Who reads further down, or has a row open, is not pushed along. */
import { useComputed, useSignal } from '@preact/signals';
import { ArrowUp, Radio, SearchX } from 'lucide-preact';
import { Notice } from '../parts/notice.js';
import { VirtualList } from '../parts/virtual-list.js';
import { counted } from '../parts/words.js';
import { item } from '../state/route.js';
import { exchanges, filter, isFiltered, NO_FILTER, shown } from '../state/traffic.js';
import { ExchangeDetail } from './exchange-detail.js';
import { ExchangeRow } from './exchange-row.js';
import { TrafficTools } from './traffic-tools.js';

const ROW = 44;

export function TrafficView() {
  const isAtTop = useSignal(true);
  /** What stood there when somebody began to read. */
  const held = useSignal<typeof shown.value | undefined>(undefined);
  const isHeld = !isAtTop.value || item.value !== undefined;
  if (!isHeld) held.value = undefined;
  else held.value ??= shown.peek();
  const list = useComputed(() => held.value ?? shown.value);
  const release = (): void => {
    held.value = isHeld ? shown.peek() : undefined;
    document.querySelector('.traffic .scroller')?.scrollTo({ top: 0 });
  };
  const newest = list.value[0]?.sequence ?? 0;
  const more = isHeld ? shown.value.findIndex(({ sequence }) => sequence <= newest) : 0;

  const open = item.value;
  return (
    <div class={open === undefined ? 'split traffic' : 'split open traffic'}>
      <section class="list" aria-label="Exchanges">
        <TrafficTools onChange={() => (held.value = undefined)} />
        {more > 0 && (
          <button type="button" class="more strong" onClick={release}>
            <ArrowUp aria-hidden />
            {counted(more, 'newer exchange')}
          </button>
        )}
        {list.value.length === 0 ? (
          <NoTraffic />
        ) : (
          <VirtualList
            items={list.value}
            keyOf={({ sequence }) => sequence}
            row={(exchange) => <ExchangeRow exchange={exchange} />}
            height={ROW}
            label="Exchanges, the newest first"
            onTop={(atTop) => (isAtTop.value = atTop)}
          />
        )}
      </section>
      {open !== undefined && <ExchangeDetail sequence={Number(open)} key={open} />}
    </div>
  );
}

function NoTraffic() {
  if (!isFiltered.value || exchanges.value.length === 0)
    return (
      <Notice icon={Radio} title="Nothing was said yet">
        <p>Every request to the API shows here as it is answered.</p>
      </Notice>
    );
  return (
    <Notice icon={SearchX} title="Nothing fits">
      <p>
        {counted(exchanges.value.length, 'exchange is', 'exchanges are')} there, and the filter lets none
        through.
      </p>
      <button type="button" onClick={() => (filter.value = NO_FILTER)}>
        Show all
      </button>
    </Notice>
  );
}
