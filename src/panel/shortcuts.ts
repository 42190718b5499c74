/** The keyboard shortcuts. The tooltip of each control names its key. */
import { goToNextEvent, togglePause } from './bar/clock.js';
import { isLive } from './state/connection.js';
import { openDialog, type OpenDialog } from './state/dialogs.js';
import { closeItem, focusSearch } from './state/keyboard.js';
import { go, VIEWS } from './state/route.js';

const opens = (dialog: OpenDialog) => () => void (openDialog.value = dialog);
const whileLive = (run: () => unknown) => () => void (isLive.value && run());

/** By the value of `KeyboardEvent.key`. */
export const SHORTCUTS: ReadonlyMap<string, () => void> = new Map([
  ['/', focusSearch],
  [' ', whileLive(togglePause)],
  ['e', whileLive(() => goToNextEvent())],
  ['n', whileLive(opens({ kind: 'start' }))],
  ['c', opens({ kind: 'connect' })],
  ...VIEWS.map((view, index) => [String(index + 1), () => go({ view })] as const),
  ['Escape', closeItem],
]);
