/** A list that renders only its visible rows. All rows have the same height. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  readonly row: (item: T) => ComponentChildren;
  /** In rem, so that rows grow with the font of the browser. */
  readonly height: number;
  readonly label: string;
  /** The key of the open item. The list scrolls to it when it opens. */
  readonly open?: string | number | undefined;
  /** Called after scrolling, with whether the first row is visible. */
  readonly onTop?: (isAtTop: boolean) => void;
}

export function VirtualList<T>({ items, keyOf, row, height: rems, label, open, onTop }: VirtualListProps<T>) {
  const [rem] = useState(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const height = Math.ceil(rems * rem);
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const options: VirtualizerOptions<HTMLDivElement, HTMLLIElement> = {
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
    initialRect: { width: 0, height: 800 },
  };
  const [virtualizer] = useState(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useEffect(() => virtualizer.measure(), [virtualizer, height]);
  const index = open === undefined ? -1 : items.findIndex((item) => keyOf(item) === open);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current || index < 0) return;
    const { scrollTop, clientHeight } = current;
    const isVisible = index * height >= scrollTop && (index + 1) * height <= scrollTop + clientHeight;
    if (!isVisible) current.scrollTop = (index + 0.5) * height - clientHeight / 2;
  }, [open, index < 0]);

  return (
    <div
      class="scroller"
      ref={scroller}
      onScroll={onTop && (({ currentTarget }) => onTop(currentTarget.scrollTop < height / 2))}
    >
      <ul
        class="rows"
        aria-label={label}
        onKeyDown={moveFocus}
        style={{ height: `${virtualizer.getTotalSize()}px` }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <li
                key={keyOf(item)}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)`, height: `${height}px` }}
              >
                {row(item)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
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
