/** All keyboard shortcuts, in the order of their list. */
import { goToNextEvent, togglePause } from './bar/clock.js';
import { isLive } from './state/connection.js';
import { openDialog, type OpenDialog } from './state/dialogs.js';
import { closeItem, focusSearch, type Shortcut } from './state/keyboard.js';
import { go, VIEW_NAMES, VIEWS } from './state/route.js';

const opens = (dialog: OpenDialog) => () => void (openDialog.value = dialog);
const whileLive = (run: () => unknown) => () => void (isLive.value && run());

export const SHORTCUTS: readonly Shortcut[] = [
  { key: '/', shown: ['/'], what: 'Search in this view', run: focusSearch },
  { key: ' ', shown: ['Space'], what: 'Pause or resume the clock', run: whileLive(togglePause) },
  { key: 'e', shown: ['E'], what: 'Go to the next event', run: whileLive(() => goToNextEvent()) },
  { key: 'n', shown: ['N'], what: 'Start a job with a prompt', run: whileLive(opens({ kind: 'start' })) },
  { key: 'c', shown: ['C'], what: 'Connect your app', run: opens({ kind: 'connect' }) },
  ...VIEWS.map((view, index) => ({
    key: String(index + 1),
    shown: [String(index + 1)],
    what: `Show ${VIEW_NAMES[view]}`,
    run: () => go({ view }),
  })),
  { key: 'Escape', shown: ['Esc'], what: 'Close the dialog, or the open item', run: closeItem },
  { key: '?', shown: ['?'], what: 'Show all shortcuts', run: opens({ kind: 'keys' }) },
];
