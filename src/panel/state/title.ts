/** The title of the tab says how many jobs await input. A hidden tab keeps its last title. */
import { effect } from '@preact/signals';
import { waitingCount } from './job-search.js';

/** Until the page is closed. */
export function keepTitle(): void {
  effect(() => {
    const { value: asking } = waitingCount;
    document.title = asking > 0 ? `(${asking}) awaiting_input · Deckhand` : 'Deckhand';
  });
}
