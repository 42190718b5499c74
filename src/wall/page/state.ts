/** State of the wall page: its sandboxes, its frames, and how they are displayed. */
import { computed, signal } from '@preact/signals';
import type { FrameStatus, WallConfig, WallSandbox, WallState } from '../protocol.js';

/** A frame is stale if its DOM is unchanged this long after a job change, in ms of the wall's clock. */
const STALE_AFTER_MS = 10_000;

export type FrameWidth = 390 | 768 | 1280;
export const SIZES: Readonly<Record<FrameWidth, number>> = { 390: 720, 768: 960, 1280: 800 };

export interface FrameModel {
  readonly name: string;
  readonly status: FrameStatus | undefined;
  readonly errors: readonly string[];
  /** User actions for which its screen has no element. */
  readonly missedActions: number;
  readonly screenChangedAt: number;
  readonly jobChangedAt: number;
  readonly job: string;
}

export const config = signal<WallConfig | undefined>(undefined);
export const now = signal(0);
export const sandboxes = signal<ReadonlyMap<string, WallSandbox>>(new Map());
export const isAppResponding = signal(true);
export const headerChanges = signal<readonly string[]>([]);
export const frames = signal<ReadonlyMap<string, FrameModel>>(new Map());

export const isPlaying = signal(false);
/** Whether a step is in progress. */
export const isAdvancing = signal(false);
export const speed = signal(1);
export const isMirroring = signal(true);
/** The width of the window that the app sees. */
export const size = signal<FrameWidth>(1280);
/** The number of frames in a row; undefined for as many as the window needs. */
export const columnChoice = signal<number | undefined>(undefined);
/** Whether the app is shown in the theme that is not the system's. */
export const isOtherTheme = signal(false);
const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
export const otherTheme = isSystemDark ? 'light' : 'dark';
export const theme = computed(() => (isOtherTheme.value ? otherTheme : null));
/** The frame that is shown large. */
export const enlargedFrame = signal<string | undefined>(undefined);
/** The frame whose findings are shown. */
export const openFindings = signal<string | undefined>(undefined);
export const errorMessage = signal('');
export const hint = signal('');

/** Time since the wall started, in ms. */
export const elapsed = computed(() => now.value - (config.value?.startedAt ?? now.value));

export function newFrame(name: string): FrameModel {
  return {
    name,
    status: undefined,
    errors: [],
    missedActions: 0,
    screenChangedAt: now.value,
    jobChangedAt: -Infinity,
    job: '',
  };
}

export function changeFrame(name: string, change: Partial<FrameModel>): void {
  const frame = frames.value.get(name);
  if (frame) frames.value = new Map(frames.value).set(name, { ...frame, ...change });
}

export function applyFrameStatus(name: string, status: FrameStatus): void {
  const previous = frames.value.get(name)?.status;
  const isNew = previous?.domHash !== status.domHash;
  changeFrame(name, { status, ...(isNew && { screenChangedAt: now.value }) });
}

export function applyWallState(state: WallState): void {
  now.value = state.now;
  isAppResponding.value = state.isAppResponding;
  if (state.headerChanges.length !== headerChanges.value.length) headerChanges.value = state.headerChanges;
  sandboxes.value = new Map(state.sandboxes.map((one) => [one.name, one]));
  for (const { name, job } of state.sandboxes) {
    const jobState = job ? `${job.id} ${job.status} ${job.slides}` : '';
    const frame = frames.value.get(name);
    if (frame && frame.job !== jobState) changeFrame(name, { job: jobState, jobChangedAt: now.value });
  }
}

export type FrameHealth = 'failing' | 'stale' | 'ok';

/** `failing` after a violated rule or an error; `stale` if the screen does not reflect a job change. */
export function frameHealth({ name, errors, screenChangedAt, jobChangedAt }: FrameModel): FrameHealth {
  if (errors.length > 0 || (sandboxes.value.get(name)?.findings.length ?? 0) > 0) return 'failing';
  return jobChangedAt > screenChangedAt && now.value - jobChangedAt >= STALE_AFTER_MS ? 'stale' : 'ok';
}
