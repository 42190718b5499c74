/** The journal as it happens, the newest first. Who reads further down, or has a row open, is not pushed along. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
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
  const isHeld = useComputed(() => !isAtTop.value || item.value !== undefined);
  /** What stood there when somebody began to read. */
  const held = useSignal<typeof shown.value | undefined>(undefined);
  useSignalEffect(() => {
    held.value = isHeld.value ? (held.peek() ?? shown.peek()) : undefined;
  });
  const list = held.value ?? shown.value;
  const newest = list[0]?.sequence ?? 0;
  const more = held.value ? shown.value.filter(({ sequence }) => sequence > newest).length : 0;
  /** Shows what there is now, and stands still again if somebody still reads. */
  const renew = (): void => {
    held.value = isHeld.value ? shown.value : undefined;
  };
  const toTop = (): void => {
    renew();
    document.querySelector('.traffic .scroller')?.scrollTo({ top: 0 });
  };

  const open = item.value;
  return (
    <div class={open === undefined ? 'split traffic' : 'split open traffic'}>
      <section class="list" aria-label="Exchanges">
        <TrafficTools onChange={renew} />
        {more > 0 && (
          <button type="button" class="more strong" onClick={toTop}>
            <ArrowUp aria-hidden />
            {counted(more, 'newer exchange')}
          </button>
        )}
        {list.length === 0 ? (
          <NoTraffic />
        ) : (
          <VirtualList
            items={list}
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
