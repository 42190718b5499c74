/** The keyboard shortcuts of the wall. A frame receives its own keys while it has the focus. */
import { advanceBy, advanceToNextChange, togglePlay } from './wall-controls.js';
import { config, enlargedFrame, isAdvancing, isPlaying, openFindings } from './state.js';

export function registerWallShortcuts(): void {
  addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (target instanceof HTMLElement && target.closest('input, select, dialog'))
    )
      return;
    if (!runShortcut(key, event.shiftKey)) return;
    event.preventDefault();
    // Otherwise, Space would also press the focused button.
    if (target instanceof HTMLElement) target.blur();
  });
}

function runShortcut(key: string, isShifted: boolean): boolean {
  if (key === ' ') void togglePlay();
  else if (key === 'ArrowRight') void (isShifted ? advanceBy(1000) : advanceToNextChange());
  else if (key === 'Escape') {
    // Also ends a long step.
    if (isAdvancing.value && !isPlaying.value) isAdvancing.value = false;
    enlargedFrame.value = undefined;
    openFindings.value = undefined;
  } else if (/^[1-9]$/.test(key)) {
    const name = config.value?.frames[Number(key) - 1]?.name;
    enlargedFrame.value = enlargedFrame.value === name ? undefined : name;
  } else return false;
  return true;
}
