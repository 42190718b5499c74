/**
 * Message types between wall server, wall page and frames. Types and names only: the page and the frames run in a
 * browser.
 */

/** The host of the page. A frame is at `<name>.<host>`. */
export const WALL_HOST = 'wall.localhost';

/** The path of the added script, at the origin of each frame. */
export const FRAME_SCRIPT_PATH = '/__deckhand/wall-frame.js';

/** Where the browser reports requests that leave the wall, at the origin of each frame. */
export const CSP_REPORT_PATH = '/__deckhand/left';

/** The header that names the tab of the page. Only the newest tab moves the wall. */
export const TAB_HEADER = 'x-deckhand-wall-tab';

/** A broken rule of a client, as the frame shows it. */
export interface WallFinding {
  readonly rule: string;
  readonly sections: readonly string[];
  readonly message: string;
  readonly hint: string | undefined;
  /** `GET /api/v1/presentations/generate/gen_…/status → 200` */
  readonly exchange: string;
}

/** The newest job of a sandbox. */
export interface WallJob {
  readonly status: string;
  readonly slides: number | undefined;
  readonly total: number | undefined;
  /** Tells it from an earlier job. */
  readonly id: string;
}

/** A sandbox at one moment. Times are on the clock of the wall, in ms since 1970. */
export interface WallSandbox {
  readonly name: string;
  readonly job: WallJob | undefined;
  /** The status with which the service refused the app or its start, if it did. */
  readonly rejectedStatus: number | undefined;
  /** Addresses outside the wall to which the frame sent requests of the API. */
  readonly externalOrigins: readonly string[];
  /** When a job changes by itself or a delayed response is due. */
  readonly nextChangeAt: number | undefined;
  /** The number of responses that wait for the clock. */
  readonly pendingResponses: number;
  readonly findings: readonly WallFinding[];
}

export interface WallState {
  readonly now: number;
  readonly sandboxes: readonly WallSandbox[];
  /** Whether the app responded last. */
  readonly isAppResponding: boolean;
  /** What the wall changed in the app's responses, as sentences. */
  readonly headerChanges: readonly string[];
}

/** What the page learns once. */
export interface WallConfig {
  readonly app: string;
  readonly startedAt: number;
  readonly frames: readonly { readonly name: string; readonly title: string; readonly origin: string }[];
}

/** What the added script gets with its text. */
export interface FrameConfig {
  readonly name: string;
  readonly wall: string;
  readonly now: number;
  /** The source of the pattern of the API's paths. */
  readonly api: string;
}

/** Locators for an element; the first that matches exactly one wins. */
export type Locators = readonly (
  | { readonly testId: string; readonly attribute: string }
  | { readonly role: string; readonly name: string }
  | { readonly label: string }
  | { readonly css: string }
)[];

/** A recorded user action that other frames replay. */
export type UserAction =
  | { readonly action: 'click'; readonly target: Locators }
  | {
      readonly action: 'key';
      readonly target: Locators;
      readonly key: string;
      readonly code: string;
      readonly modifiers: string;
    }
  | { readonly action: 'fill'; readonly target: Locators; readonly value: string; readonly isDone: boolean }
  | { readonly action: 'select'; readonly target: Locators; readonly from: number; readonly to: number }
  | { readonly action: 'submit'; readonly target: Locators }
  | { readonly action: 'scroll'; readonly target: Locators; readonly x: number; readonly y: number };

export type FrameTheme = 'light' | 'dark' | null;

/** What the page says to a frame. `id` is repeated in the reply. */
export type FrameCommand =
  | { readonly type: 'advance'; readonly id: number; readonly to: number }
  | { readonly type: 'perform'; readonly id: number; readonly step: UserAction }
  | { readonly type: 'load'; readonly id: number; readonly path: string; readonly isFresh: boolean }
  /** null for the theme of the app itself. */
  | { readonly type: 'setTheme'; readonly id: number; readonly theme: FrameTheme };

/** The state of a frame. */
export interface FrameStatus {
  readonly now: number;
  /** The instant of its earliest timer. */
  readonly nextTimerAt: number | undefined;
  /** Requests without a response. */
  readonly pending: number;
  /** Differs when the screen differs. */
  readonly domHash: string;
}

/** What a frame says to the page. */
export type FrameEvent =
  | { readonly type: 'ready'; readonly status: FrameStatus }
  | { readonly type: 'status'; readonly status: FrameStatus }
  | { readonly type: 'reply'; readonly id: number; readonly status: FrameStatus; readonly found?: boolean }
  | { readonly type: 'action'; readonly step: UserAction }
  | { readonly type: 'error'; readonly message: string };
