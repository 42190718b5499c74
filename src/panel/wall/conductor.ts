/** Moves the wall: steps, play, the way back. One thing at a time. */
import { batch } from '@preact/signals';
import { isAnythingDue, moveTo, settle, type StepTargets } from './steps.js';
import type { Captured } from '../../wall/wall-types.js';
import { arrival, askAll, capture, nextReport, restoreFrames, whenActive } from './frames.js';
import * as server from './server.js';
import {
  changeFrame,
  elapsed,
  facts,
  frames,
  hint,
  isMoving,
  isPlaying,
  moment,
  moments,
  newFrame,
  now,
  sandboxes,
  speed,
  takeState,
  trouble,
} from './state.js';

/** How far "next change" looks, in ms of the wall's clock. */
const FARTHEST = 120_000;
/** Between two moments while time plays, in real ms. */
const BETWEEN_MOMENTS = 400;
const TICK = 60;
/** How often the page asks whether the app and the wall still run, in real ms. */
const HEARTBEAT = 2_000;

/** How many frames a machine carries: at most 30 MB each, in a quarter of its memory. */
export const CARRIED = Math.max(
  6,
  Math.floor((((navigator as { deviceMemory?: number }).deviceMemory ?? 4) * 1000) / 4 / 30),
);

const targets: StepTargets = {
  now: () => now.value,
  sandboxes: () => [...sandboxes.value.values()],
  screens: () =>
    [...frames.value.values()].flatMap(({ name, isLoaded, status }) =>
      isLoaded && status ? { name, ...status } : [],
    ),
  async advance(to) {
    takeState(await server.advance(to));
    await askAll({ type: 'advance', to });
    takeState(await server.readState());
  },
  refresh: async () => takeState(await server.readState()),
  report: nextReport,
  realNow: () => performance.now(),
};

/** The frames at a moment, by its id. */
const captured = new Map<number, ReadonlyMap<string, Captured>>();
/** The text of the screens at a moment. */
const texts = new Map<number, ReadonlyMap<string, string>>();
/** Whether a person did something since the shown moment. */
let isTouched = false;

export async function open(): Promise<void> {
  await attempt(async () => {
    const read = await server.readFacts();
    batch(() => {
      now.value = read.startedAt;
      frames.value = new Map(read.frames.map(({ name }, at) => [name, newFrame(name, at < CARRIED)]));
      facts.value = read;
    });
    if (read.frames.length > CARRIED)
      hint.value = `${CARRIED} of ${read.frames.length} frames are loaded: this machine carries no more.`;
    takeState(await server.readState());
    await loadedFrames();
    await settled();
    await remember();
  });
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
  const late = [...frames.value.values()].filter(({ isLoaded, status }) => isLoaded && !status);
  await Promise.all(late.map(({ name }) => arrival(name, 60_000)));
}

let isFollowing = false;
/** After what a person does, the page shows what became of it. */
whenActive((isPerson) => {
  isTouched ||= isPerson;
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

/** To the next change on any screen. In the past, to the next moment. */
export function nextChange(): Promise<void> {
  return move(async () => {
    if (await forward()) return;
    const from = now.value;
    const changed = await moveTo(
      targets,
      from + FARTHEST,
      (names) => names.size > 0 || !isMoving.value || !isAnythingDue(targets),
    );
    if (changed.size > 0) await remember(changed.size);
    else
      hint.value = isAnythingDue(targets)
        ? 'No screen changed in two minutes.'
        : 'Nothing is due: all jobs are over, and no app waits.';
  });
}

/** @param by ms of the wall's clock */
export function step(by: number): Promise<void> {
  return move(async () => {
    const changed = await moveTo(targets, now.value + by, () => !isMoving.value);
    if (changed.size > 0) await remember(changed.size);
  });
}

export async function togglePlay(): Promise<void> {
  if (isPlaying.value) {
    isPlaying.value = false;
    return;
  }
  await move(async () => {
    isPlaying.value = true;
    let [last, kept] = [performance.now(), 0];
    let changed = 0;
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- A key ends it meanwhile.
    while (isPlaying.value) {
      const real = performance.now();
      const to = now.value + Math.max(1, Math.round((real - last) * speed.value));
      last = real;
      changed += (await moveTo(targets, to, () => !isPlaying.value)).size;
      if (changed > 0 && real - kept > BETWEEN_MOMENTS) {
        await remember(changed);
        [changed, kept] = [0, performance.now()];
      }
      await nextReport(TICK);
    }
    if (changed > 0) await remember(changed);
  }).finally(() => (isPlaying.value = false));
}

/** To the moment before. What happened since stays, until somebody acts. */
export function back(): Promise<void> {
  return move(async () => {
    if (isTouched) await remember();
    if (moment.value > 0) await show(moment.value - 1);
    else hint.value = 'This is the first moment.';
  }, false);
}

export function goTo(index: number): Promise<void> {
  return move(async () => {
    if (isTouched && moment.value === moments.value.length - 1) await remember();
    await show(index);
  }, false);
}

export function startOver(): Promise<void> {
  return move(async () => {
    takeState(await server.reset());
    moments.value = [];
    moment.value = -1;
    const empty = {
      url: new URL(facts.value?.app ?? 'http://a/').pathname,
      storages: { local: {}, session: {} },
    };
    await reload(new Map([...frames.value.keys()].map((name) => [name, empty])));
    await remember();
  }, false);
}

/** Goes to an address of the app in all frames. */
export function visit(path: string): Promise<void> {
  return move(async () => {
    const states = await capture();
    await reload(new Map([...states].map(([name, one]) => [name, { ...one, url: path }])));
    await remember();
  });
}

async function forward(): Promise<boolean> {
  if (isTouched || moment.value >= moments.value.length - 1) return false;
  await show(moment.value + 1);
  return true;
}

async function show(index: number): Promise<void> {
  const wanted = moments.value[index];
  const states = wanted && captured.get(wanted.id);
  if (!states) return;
  takeState(await server.restore(wanted.id));
  await reload(states);
  const before = texts.get(wanted.id);
  for (const { name, status } of frames.value.values())
    changeFrame(name, {
      isMemoryLost: status !== undefined && before?.has(name) === true && before.get(name) !== status.text,
    });
  moment.value = index;
  isTouched = false;
}

async function reload(states: ReadonlyMap<string, Captured>): Promise<void> {
  for (const name of states.keys())
    changeFrame(name, { errors: [], missed: 0, isMemoryLost: false, jobChangedAt: -Infinity });
  await restoreFrames(states);
  await settled();
}

/** Keeps this moment. Moments after the shown one are dropped: somebody has acted. */
async function remember(changed = 0): Promise<void> {
  isTouched = false;
  const [id, states] = [await server.keepMoment(), await capture()];
  captured.set(id, states);
  texts.set(id, new Map([...frames.value].map(([name, { status }]) => [name, status?.text ?? ''])));
  const kept = moments.value.slice(0, moment.value + 1);
  for (const dropped of moments.value.slice(moment.value + 1)) captured.delete(dropped.id);
  moments.value = [...kept, { id, at: elapsed.value, changed }].slice(-MOST);
  moment.value = moments.value.length - 1;
}

/** As many as the server keeps. */
const MOST = 150;

/** @param acts whether the move changes what comes after the shown moment */
async function move(work: () => Promise<void>, acts = true): Promise<void> {
  if (isMoving.value || !facts.value) return;
  isMoving.value = true;
  hint.value = '';
  await attempt(async () => {
    await loadedFrames();
    if (acts && isTouched) await remember();
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
