/** The live journal, newest first. The list is frozen while it is scrolled down or an exchange is open. */
import { untracked, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { ArrowUp, Radio, SearchX } from 'lucide-preact';
import { pluralize } from '../../base/text/pluralize.js';
import { Notice } from '../components/notice.js';
import { RowList } from '../components/row-list.js';
import { currentDialog } from '../state/dialogs.js';
import { isEmpty, NO_FILTER } from '../state/filter.js';
import { filter, item, replaceRoute } from '../state/route.js';
import {
  groupExchanges,
  visibleExchanges,
  UNASSIGNED,
  unassignedCount,
  type ExchangeGroup,
} from '../state/traffic-search.js';
import { exchanges } from '../state/traffic.js';
import { EvictionNote } from './eviction-note.js';
import { ExchangeDetail } from './exchange-detail.js';
import { ExchangeRow } from './exchange-row.js';
import { TrafficTools } from './traffic-tools.js';

const renderRow = (group: ExchangeGroup) => <ExchangeRow group={group} />;

export function TrafficView() {
  const isAtTop = useSignal(true);
  const isFrozen = useComputed(() => !isAtTop.value || item.value !== undefined);
  /** The list when it was frozen. */
  const frozen = useSignal<typeof visibleExchanges.value | undefined>(undefined);
  useSignalEffect(() => {
    frozen.value = isFrozen.value ? (frozen.peek() ?? visibleExchanges.peek()) : undefined;
  });
  const list = frozen.value ?? visibleExchanges.value;
  const newest = list[0]?.sequence ?? 0;
  const newer = frozen.value ? visibleExchanges.value.filter(({ sequence }) => sequence > newest).length : 0;
  /** Shows the current list; if it is frozen, it is frozen again in this state. */
  const refresh = (): void => {
    frozen.value = isFrozen.value ? visibleExchanges.value : undefined;
  };
  // A new filter applies immediately.
  useSignalEffect(() => {
    void filter.value;
    untracked(refresh);
  });
  const toTop = (): void => {
    refresh();
    document.querySelector('.traffic .scroller')?.scrollTo({ top: 0 });
  };

  const open = item.value;
  return (
    <div class={open === undefined ? 'split traffic' : 'split open traffic'}>
      <section class="list" aria-label="Exchanges">
        <TrafficTools onChange={refresh} />
        {newer > 0 && (
          <button type="button" class="newer-exchanges button-primary" onClick={toTop}>
            <ArrowUp aria-hidden />
            {pluralize(newer, 'newer exchange')}
          </button>
        )}
        {list.length === 0 ? (
          <NoTraffic />
        ) : (
          <RowList
            items={groupExchanges(list, open === undefined ? undefined : Number(open))}
            keyOf={({ newest: { sequence } }) => sequence}
            row={renderRow}
            label="Exchanges, the newest first"
            open={open === undefined ? undefined : Number(open)}
            onTop={(atTop) => (isAtTop.value = atTop)}
          />
        )}
        <Unassigned />
        <EvictionNote />
      </section>
      {open !== undefined && <ExchangeDetail sequence={Number(open)} key={open} />}
    </div>
  );
}

/** The number of requests whose key, path or method is unknown, with a button that lists them. */
function Unassigned() {
  const { value: count } = unassignedCount;
  const isListed = filter.value.status === UNASSIGNED;
  if (count === 0 && !isListed) return null;
  return (
    <p class="list-footer">
      {count.toLocaleString('en')} without a workspace.{' '}
      <button
        type="button"
        class="link"
        onClick={() => replaceRoute({ filter: { status: isListed ? '' : UNASSIGNED } })}
      >
        {isListed ? 'Hide them' : 'Show them'}
      </button>
    </p>
  );
}

function NoTraffic() {
  if (isEmpty(filter.value))
    return (
      <Notice icon={Radio} title="No requests yet">
        <p>Requests of your app appear here. Those with an invalid key or path belong to no workspace.</p>
        <button type="button" onClick={() => (currentDialog.value = { kind: 'connect' })}>
          Connect your app
        </button>
      </Notice>
    );
  return (
    <Notice icon={SearchX} title="No exchange matches">
      <button type="button" onClick={() => replaceRoute({ filter: NO_FILTER })}>
        Show all {pluralize(exchanges.value.length, 'exchange')}
      </button>
    </Notice>
  );
}
