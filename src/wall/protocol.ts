/** Message types between the wall server, the wall page and the frames. */

/** A violation of a client rule, for a frame. */
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
  /** Distinguishes it from an earlier job. */
  readonly id: string;
}

/** The state of a sandbox. Times are on the clock of the wall, in ms since 1970. */
export interface WallSandbox {
  readonly name: string;
  readonly job: WallJob | undefined;
  /** The error status of the last rejected start, or 401 or 403 of any request. */
  readonly rejectedStatus: number | undefined;
  /** Origins outside the wall to which the frame sent API requests. */
  readonly externalOrigins: readonly string[];
  /** When a job changes by itself or a delayed response is due. */
  readonly nextChangeAt: number | undefined;
  /** The number of responses that wait for the clock. */
  readonly pendingResponses: number;
  readonly findings: readonly WallFinding[];
  /** Whether the scenario was saved after the sandbox started: the page starts it again. */
  readonly isOutdated: boolean;
  /** The first error in the scenario file. The sandbox plays the last valid version. */
  readonly fileError: string | undefined;
}

export interface WallState {
  readonly now: number;
  readonly sandboxes: readonly WallSandbox[];
  /** Whether the app responded to the last request. */
  readonly isAppResponding: boolean;
  /** The changes of the wall to the app's response headers, as sentences. */
  readonly headerChanges: readonly string[];
}

/** What the page requests once. */
export interface WallConfig {
  readonly app: string;
  readonly startedAt: number;
  readonly frames: readonly WallFrame[];
}

export interface WallFrame {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  /** The path of the scenario file; undefined if it has none. */
  readonly file: string | undefined;
}

/** The configuration of the injected script, sent with its text. */
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

/** A message of the page to a frame. The reply has the same `id`. */
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

/** A message of a frame to the page. */
export type FrameEvent =
  | { readonly type: 'ready'; readonly status: FrameStatus }
  | { readonly type: 'status'; readonly status: FrameStatus }
  | { readonly type: 'reply'; readonly id: number; readonly status: FrameStatus; readonly found?: boolean }
  | { readonly type: 'action'; readonly step: UserAction }
  /** The user pressed Escape, and the app has not used it. */
  | { readonly type: 'escape' }
  | { readonly type: 'error'; readonly message: string };
