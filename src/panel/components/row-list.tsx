/** A scrollable list of rows of equal height. Only the rows near the visible part have content. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface RowListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  /** The same function in every render, so that equal items are not rendered again. */
  readonly row: (item: T) => ComponentChildren;
  readonly label: string;
  /** The key of the open item. The list scrolls to it when it opens. */
  readonly open?: string | number | undefined;
  /** Called after scrolling, with whether the first row is visible. */
  readonly onTop?: (isAtTop: boolean) => void;
}

/** The first row counts as visible up to this distance. */
const TOP_TOLERANCE_PX = 15;

export function RowList<T>({ items, keyOf, row, label, open, onTop }: RowListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const index = open === undefined ? -1 : items.findIndex((item) => keyOf(item) === open);
  useLayoutEffect(() => {
    const element = list.current?.children[index];
    const scroller = list.current?.parentElement;
    if (!element || !scroller) return;
    const { top, bottom } = element.getBoundingClientRect();
    const visible = scroller.getBoundingClientRect();
    if (top < visible.top || bottom > visible.bottom) element.scrollIntoView({ block: 'center' });
  }, [open, index < 0]);

  return (
    <div
      class="scroller"
      onScroll={onTop && (({ currentTarget }) => onTop(currentTarget.scrollTop < TOP_TOLERANCE_PX))}
    >
      <ul class="rows" aria-label={label} onKeyDown={moveFocus} ref={list}>
        {items.map((item) => (
          <Row item={item} row={row} key={keyOf(item)} />
        ))}
      </ul>
    </div>
  );
}

/** Other browsers render all rows. */
const REPORTS_SKIPPED_CONTENT = 'oncontentvisibilityautostatechange' in HTMLElement.prototype;

/** An item with `content-visibility: auto`. While the browser skips its content, it has none: the clock would update it with every frame. */
function Row<T>({ item, row }: Pick<RowListProps<T>, 'row'> & { readonly item: T }) {
  const [isSkipped, setSkipped] = useState(REPORTS_SKIPPED_CONTENT);
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(
    () =>
      element.current?.addEventListener('contentvisibilityautostatechange', (event) =>
        setSkipped((event as ContentVisibilityAutoStateChangeEvent).skipped),
      ),
    [],
  );
  return <li ref={element}>{!isSkipped && row(item)}</li>;
}

/** Moves the focus to the next or previous row with the arrow keys. */
function moveFocus(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling';
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = (event.target as Element).closest('li')?.[step]?.querySelector<HTMLElement>('a, button');
  if (!row) return;
  event.preventDefault();
  row.focus();
}
