/** How many frames are in a row, and how wide a card is: as large as the window allows. */

/** What the cards share, in pixels. */
export interface CardShape {
  /** Width by height of a frame. */
  readonly ratio: number;
  /** The height of a card without its frame. */
  readonly chrome: number;
  /** Between two cards. */
  readonly gap: number;
  /** A narrower card is hardly legible. */
  readonly minWidth: number;
}

/** The space for cards that is visible at once, in pixels. */
export interface VisibleSpace {
  readonly width: number;
  readonly height: number;
}

export interface Columns {
  readonly columns: number;
  readonly cardWidth: number;
}

/** Frames in as few rows as possible are preferred to frames that are larger by less than this. */
const MIN_GAIN = 1.1;

/**
 * The columns with the largest cards that are all visible at once. If they would be too narrow, the cards have at least their
 * smallest width, and the page scrolls.
 * @param chosen the number of columns that the user has chosen; a card is never higher than the space
 */
export function fitColumns(count: number, space: VisibleSpace, shape: CardShape, chosen?: number): Columns {
  const { ratio, chrome, gap, minWidth } = shape;
  const widthIn = (columns: number, rows: number): number => {
    const byWidth = (space.width - (columns - 1) * gap) / columns;
    const byHeight = ((space.height - (rows - 1) * gap) / rows - chrome) * ratio;
    return Math.floor(Math.max(0, Math.min(byWidth, Math.max(byHeight, minWidth))));
  };
  if (chosen !== undefined) {
    const columns = Math.max(1, Math.min(chosen, count));
    return { columns, cardWidth: widthIn(columns, 1) };
  }
  const most = Math.max(1, Math.min(count, Math.floor((space.width + gap) / (minWidth + gap))));
  let best: Columns | undefined;
  for (let columns = most; columns >= 1; columns -= 1) {
    const cardWidth = widthIn(columns, Math.ceil(count / columns));
    if (cardWidth > (best?.cardWidth ?? 0) * MIN_GAIN) best = { columns, cardWidth };
  }
  const isAllVisible = best !== undefined && best.cardWidth > minWidth;
  return best !== undefined && isAllVisible ? best : { columns: most, cardWidth: widthIn(most, 1) };
}
