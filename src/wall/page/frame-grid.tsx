/** The grid of frames, whose columns follow the size of the window. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WallFrame } from '../protocol.js';
import { fitColumns, type VisibleSpace } from './fit-columns.js';
import { FrameCard } from './frame-card.js';
import { columnChoice, size, SIZES } from './state.js';

/** The padding of the grid and the gap of its cards, in pixels. */
const GAP_PX = 10;
/** The height of a card without its frame, before one is measured. */
const DEFAULT_CHROME_PX = 60;

const MIN_CARD_WIDTH_PX: Readonly<Record<keyof typeof SIZES, number>> = { 390: 189, 768: 215, 1280: 215 };

interface Measures extends VisibleSpace {
  readonly chrome: number;
}

export function FrameGrid({ frames }: { readonly frames: readonly WallFrame[] }) {
  const grid = useRef<HTMLElement>(null);
  const [measures, setMeasures] = useState<Measures>({ width: 0, height: 0, chrome: DEFAULT_CHROME_PX });
  useEffect(() => {
    const { current } = grid;
    if (!current) return;
    const update = (): void => setMeasures(measure(current));
    const observer = new ResizeObserver(update);
    observer.observe(current);
    addEventListener('resize', update);
    return () => {
      observer.disconnect();
      removeEventListener('resize', update);
    };
  }, []);
  const ratio = size.value / SIZES[size.value];
  const { columns, cardWidth } = fitColumns(
    frames.length,
    measures,
    { ratio, chrome: measures.chrome, gap: GAP_PX, minWidth: MIN_CARD_WIDTH_PX[size.value] },
    columnChoice.value,
  );
  const style = {
    '--frame-ratio': ratio,
    gap: `${GAP_PX}px`,
    padding: `${GAP_PX}px`,
    gridTemplateColumns: `repeat(${columns}, ${cardWidth}px)`,
  };
  return (
    <main class="grid" ref={grid} style={style}>
      {frames.map((frame, index) => (
        <FrameCard {...frame} number={index + 1} key={frame.name} />
      ))}
    </main>
  );
}

/** The window without the bar and the footer of the page, and the card with the fewest lines. */
function measure(grid: HTMLElement): Measures {
  const heightOf = (selector: string): number =>
    document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
  const chrome = [...grid.querySelectorAll<HTMLElement>('.card:not(.enlarged)')].map(
    (card) => card.offsetHeight - (card.querySelector<HTMLElement>('.screen')?.offsetHeight ?? 0),
  );
  return {
    width: grid.clientWidth - 2 * GAP_PX,
    height: innerHeight - heightOf('.bar') - heightOf('#wall > footer') - 2 * GAP_PX,
    chrome: chrome.length === 0 ? DEFAULT_CHROME_PX : Math.min(...chrome),
  };
}
