/** What the page of the wall knows: its sandboxes, its frames, and how they are shown. */
import { computed, signal } from '@preact/signals';
import type { FrameStatus, WallFacts, WallSandbox, WallState } from '../../wall/wall-types.js';

/** A screen that shows nothing new for this long after its job has changed, in ms of the wall's clock. */
const GREY_AFTER = 10_000;

export type Size = 390 | 768 | 1280;
export const SIZES: Readonly<Record<Size, number>> = { 390: 720, 768: 960, 1280: 800 };

export interface FrameView {
  readonly name: string;
  readonly status: FrameStatus | undefined;
  readonly errors: readonly string[];
  /** Steps that its screen had no element for. */
  readonly missed: number;
  readonly screenChangedAt: number;
  readonly jobChangedAt: number;
  readonly job: string;
}

export const facts = signal<WallFacts | undefined>(undefined);
export const now = signal(0);
export const sandboxes = signal<ReadonlyMap<string, WallSandbox>>(new Map());
export const isAppThere = signal(true);
export const notes = signal<readonly string[]>([]);
export const frames = signal<ReadonlyMap<string, FrameView>>(new Map());

export const isPlaying = signal(false);
/** Whether a step is under way. */
export const isMoving = signal(false);
export const speed = signal(1);
export const isMirroring = signal(true);
export const size = signal<Size>(1280);
/** Whether the app is shown in the theme that the system does not have. */
export const isOtherTheme = signal(false);
const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
export const otherTheme = isSystemDark ? 'light' : 'dark';
export const theme = computed(() => (isOtherTheme.value ? otherTheme : null));
/** The frame that is shown large. */
export const large = signal<string | undefined>(undefined);
/** The frame whose findings are shown. */
export const explained = signal<string | undefined>(undefined);
export const trouble = signal('');
export const hint = signal('');

/** Time since the wall started, in ms. */
export const elapsed = computed(() => now.value - (facts.value?.startedAt ?? now.value));

export function newFrame(name: string): FrameView {
  return {
    name,
    status: undefined,
    errors: [],
    missed: 0,
    screenChangedAt: now.value,
    jobChangedAt: -Infinity,
    job: '',
  };
}

export function changeFrame(name: string, change: Partial<FrameView>): void {
  const frame = frames.value.get(name);
  if (frame) frames.value = new Map(frames.value).set(name, { ...frame, ...change });
}

export function takeStatus(name: string, status: FrameStatus): void {
  const before = frames.value.get(name)?.status;
  const isNew = before?.screen !== status.screen;
  changeFrame(name, { status, ...(isNew && { screenChangedAt: now.value }) });
}

export function takeState(state: WallState): void {
  now.value = state.now;
  isAppThere.value = state.isAppThere;
  if (state.notes.length !== notes.value.length) notes.value = state.notes;
  sandboxes.value = new Map(state.sandboxes.map((one) => [one.name, one]));
  for (const { name, job } of state.sandboxes) {
    const seen = job ? `${job.id} ${job.status} ${job.slides}` : '';
    const frame = frames.value.get(name);
    if (frame && frame.job !== seen) changeFrame(name, { job: seen, jobChangedAt: now.value });
  }
}

export type Look = 'red' | 'grey' | 'plain';

/** @returns how a frame looks: red for a broken rule or an error, grey for a screen that does not follow its job */
export function lookOf({ name, errors, screenChangedAt, jobChangedAt }: FrameView): Look {
  if (errors.length > 0 || (sandboxes.value.get(name)?.findings.length ?? 0) > 0) return 'red';
  return jobChangedAt > screenChangedAt && now.value - jobChangedAt >= GREY_AFTER ? 'grey' : 'plain';
}
