/** The keyboard shortcuts by key. The tooltip of each control names its key. */
import { advanceClockToNextEvent, togglePause } from '../control-bar/clock-controls.js';
import { isLive } from './connection.js';
import { currentDialog, type CurrentDialog } from './dialogs.js';
import { closeItem, focusSearch } from './keyboard.js';
import { navigate, VIEWS } from './route.js';

const openDialogAction = (dialog: CurrentDialog) => () => void (currentDialog.value = dialog);
const whenLive = (run: () => unknown) => () => void (isLive.value && run());

/** By the value of `KeyboardEvent.key`. */
export const SHORTCUTS: ReadonlyMap<string, () => void> = new Map([
  ['/', focusSearch],
  [' ', whenLive(togglePause)],
  ['e', whenLive(() => advanceClockToNextEvent())],
  ['n', whenLive(openDialogAction({ kind: 'start' }))],
  ['c', openDialogAction({ kind: 'connect' })],
  ...VIEWS.map((view, index) => [String(index + 1), () => navigate({ view })] as const),
  ['Escape', closeItem],
]);
