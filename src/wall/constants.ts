/** Host, paths and header that the wall server shares with its page and frames. */

/** The host of the page. A frame is at `<name>.<host>`. */
export const WALL_HOST = 'wall.localhost';

/** The path of the injected script, at the origin of each frame. */
export const FRAME_SCRIPT_PATH = '/__deckhand/wall-frame.js';

/** Where the browser reports requests to other origins, at the origin of each frame. */
export const CSP_REPORT_PATH = '/__deckhand/csp-report';

/** The header with the id of the page's tab. Only the newest tab controls the wall. */
export const TAB_HEADER = 'x-deckhand-wall-tab';
