/** Moves the wall: steps, play, start over, other addresses. One thing at a time. */
import { batch } from '@preact/signals';
import { isAnythingDue, moveTo, settle, type StepTargets } from './steps.js';
import { arrival, askAll, loadFrames, nextReport, whenActive } from './frames.js';
import * as server from './server.js';
import {
  changeFrame,
  facts,
  frames,
  hint,
  isMoving,
  isPlaying,
  newFrame,
  now,
  sandboxes,
  speed,
  takeState,
  trouble,
} from './state.js';

/** How far "next change" looks, in ms of the wall's clock. */
const FARTHEST = 120_000;
/** Between two steps while time plays, in real ms. */
const TICK = 60;
/** How often the page asks whether the app and the wall still run, in real ms. */
const HEARTBEAT = 2_000;

const targets: StepTargets = {
  now: () => now.value,
  sandboxes: () => [...sandboxes.value.values()],
  screens: () =>
    [...frames.value.values()].flatMap(({ name, status }) => (status ? { name, ...status } : [])),
  async advance(to) {
    takeState(await server.advance(to));
    await askAll({ type: 'advance', to });
    takeState(await server.readState());
  },
  refresh: async () => takeState(await server.readState()),
  report: nextReport,
  realNow: () => performance.now(),
};

export async function open(): Promise<void> {
  isMoving.value = true;
  await attempt(async () => {
    const read = await server.readFacts();
    batch(() => {
      now.value = read.startedAt;
      frames.value = new Map(read.frames.map(({ name }) => [name, newFrame(name)]));
      facts.value = read;
    });
    takeState(await server.readState());
    await loadedFrames();
    await settled();
  });
  isMoving.value = false;
  setInterval(() => void attempt(watchReach), HEARTBEAT);
}

/** Apps stop while nothing moves, too. */
async function watchReach(): Promise<void> {
  const isIdle = (): boolean => !isMoving.value && trouble.value === '';
  if (!isIdle()) return;
  const state = await server.readState();
  // A step that began meanwhile knows more.
  if (isIdle()) takeState(state);
}

async function loadedFrames(): Promise<void> {
  const late = [...frames.value.values()].filter(({ status }) => !status);
  await Promise.all(late.map(({ name }) => arrival(name, 60_000)));
}

let isFollowing = false;
/** After what a person does, the page shows what became of it. */
whenActive(() => {
  if (isMoving.value || isFollowing) return;
  isFollowing = true;
  setTimeout(() => {
    isFollowing = false;
    if (!isMoving.value) void attempt(settled);
  }, 100);
});

async function settled(): Promise<void> {
  await settle(targets);
  takeState(await server.readState());
}

/** To the next change on any screen. */
export function nextChange(): Promise<void> {
  return move(async () => {
    const changed = await moveTo(
      targets,
      now.value + FARTHEST,
      (names) => names.size > 0 || !isMoving.value || !isAnythingDue(targets),
    );
    if (changed.size === 0)
      hint.value = isAnythingDue(targets)
        ? 'No screen changed in two minutes.'
        : 'Nothing is due: all jobs are over, and no app waits.';
  });
}

/** @param by ms of the wall's clock */
export function step(by: number): Promise<void> {
  return move(async () => {
    await moveTo(targets, now.value + by, () => !isMoving.value);
  });
}

export async function togglePlay(): Promise<void> {
  if (isPlaying.value) {
    isPlaying.value = false;
    return;
  }
  await move(async () => {
    isPlaying.value = true;
    let last = performance.now();
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- A key ends it meanwhile.
    while (isPlaying.value) {
      const real = performance.now();
      const to = now.value + Math.max(1, Math.round((real - last) * speed.value));
      last = real;
      await moveTo(targets, to, () => !isPlaying.value);
      await nextReport(TICK);
    }
  }).finally(() => (isPlaying.value = false));
}

/** Deletes all jobs and what the apps have stored, and opens the first page of the app. */
export function startOver(): Promise<void> {
  return move(async () => {
    takeState(await server.reset());
    await load(new URL(facts.value?.app ?? 'http://a/').pathname, true);
  });
}

/** Goes to a path of the app in all frames. An address of another server is refused. */
export function visit(path: string): Promise<void> {
  return move(async () => {
    const { origin } = location;
    if (!URL.canParse(path, origin) || new URL(path, origin).origin !== origin)
      hint.value = `${path.slice(0, 100)} is not a path of your app. Write it as /path.`;
    else await load(path, false);
  });
}

async function load(path: string, isFresh: boolean): Promise<void> {
  for (const name of frames.value.keys())
    changeFrame(name, { errors: [], missed: 0, jobChangedAt: -Infinity });
  await loadFrames(path, isFresh);
  await settled();
}

async function move(work: () => Promise<void>): Promise<void> {
  if (isMoving.value || !facts.value) return;
  isMoving.value = true;
  hint.value = '';
  await attempt(async () => {
    await loadedFrames();
    await work();
  });
  isMoving.value = false;
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof server.WallStopped)) throw error;
    isPlaying.value = false;
    trouble.value = error.message;
  }
}
