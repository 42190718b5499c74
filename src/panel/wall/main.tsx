/** Starts the wall in its page. */
import { render } from 'preact';
import '../styles/tokens.css';
import '../styles/base.css';
import { Wall } from './wall.js';
import { listenToFrames } from './frames.js';
import { initialize, advanceToNextChange, advanceBy, togglePlay } from './conductor.js';
import './wall.css';
import { openFindings, config, isAdvancing, isPlaying, enlargedFrame } from './state.js';

listenToFrames();
listenToKeys();
void initialize();
render(<Wall />, document.getElementById('wall') as HTMLElement);

/* The keys of the wall. A frame gets its own keys while the focus is in it. */

function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (target instanceof HTMLElement && target.closest('input, select, dialog'))
    )
      return;
    if (!act(key, event.shiftKey)) return;
    event.preventDefault();
    // Space would also press the button that has the focus.
    if (target instanceof HTMLElement) target.blur();
  });
}

function act(key: string, isShifted: boolean): boolean {
  if (key === ' ') void togglePlay();
  else if (key === 'ArrowRight') void (isShifted ? advanceBy(1000) : advanceToNextChange());
  else if (key === 'Escape') {
    // Ends a long step, too.
    if (isAdvancing.value && !isPlaying.value) isAdvancing.value = false;
    enlargedFrame.value = undefined;
    openFindings.value = undefined;
  } else if (/^[1-9]$/.test(key)) {
    const name = config.value?.frames[Number(key) - 1]?.name;
    enlargedFrame.value = enlargedFrame.value === name ? undefined : name;
  } else return false;
  return true;
}
