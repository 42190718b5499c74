/** The tables of a run: first ratios and their aims, then absolute figures. */
import type { Part } from './messages.js';
import { ratio, typical, type Samples } from './rounds.js';
import { table } from './table.js';

export interface Figures {
  readonly samples: Samples;
  readonly heapPerJob: number;
  /** Milliseconds from the start of the process to the first 200, and the median of the ratios. */
  readonly start: { readonly serve: number; readonly express: number; readonly ratio: number };
  readonly parts: readonly Part[];
}

interface Aim {
  readonly what: string;
  readonly aim: string;
  readonly measured: string;
  readonly byCpu?: string;
  /** How far the aim is missed, as a share of the aim. 0 or less if it is met. */
  readonly missed: number;
  readonly missedByCpu?: number;
}

/** One line for each figure with an aim. */
export function aimsTable({ samples, heapPerJob, start }: Figures): string {
  const atLeast = (what: string, one: string, other: string, aim: number): Aim => {
    const rate = ratio(samples, one, other, 'rate').toFixed(2);
    const cpu = ratio(samples, one, other, 'cpu').toFixed(2);
    // Compares the rounded figures, so that the table never says that 0.90 misses 0.9.
    const missed = 1 - Number(rate) / aim;
    return { what, aim: `≥ ${aim}`, measured: rate, byCpu: cpu, missed, missedByCpu: 1 - Number(cpu) / aim };
  };
  const atMost = (what: string, figure: number, digits: number, aim: number, unit = ''): Aim => {
    const shown = figure.toFixed(digits);
    return { what, aim: `≤ ${aim}${unit}`, measured: shown + unit, missed: Number(shown) / aim - 1 };
  };
  const aims = [
    atLeast('status polls against bare Express', 'serve', 'express', 3),
    atLeast('status polls, rate limit on, against bare `node:http`', 'serve limited', 'node:http', 0.7),
    atLeast('status polls at 1,000,000 live jobs against at 100', 'many', 'few', 0.9),
    atMost('heap of a live job, at 1,000,000', heapPerJob, 0, 700, ' B'),
    atMost('process start to the first 200, against bare Express', start.ratio, 2, 1.5),
  ];
  return table(
    ['Ratio', 'Aim', 'By responses per second', 'By CPU time', 'Met'],
    aims.map((aim) => [aim.what, aim.aim, aim.measured, aim.byCpu ?? '', verdict(aim)]),
  );
}

function verdict({ missed, missedByCpu }: Aim): string {
  const miss = (share: number): string => `missed by ${Math.max(1, Math.round(share * 100))} %`;
  if (missedByCpu === undefined || missed > 0 === missedByCpu > 0) return missed > 0 ? miss(missed) : 'yes';
  return missed > 0 ? `${miss(missed)}; by CPU time met` : `yes; by CPU time ${miss(missedByCpu)}`;
}

/** Ratios without an aim. */
export function otherRatiosTable({ samples }: Figures): string {
  const line = (what: string, one: string, other: string): string[] => [
    what,
    ratio(samples, one, other, 'rate').toFixed(2),
    ratio(samples, one, other, 'cpu').toFixed(2),
  ];
  return table(
    ['For comparison', 'By responses per second', 'By CPU time'],
    [
      line('`POST` generate against bare Express with `express.json()`', 'serve post', 'express post'),
      line('status polls through `deckhand/express` against bare Express', 'middleware', 'express'),
      line('status polls, no rate limit, against bare `node:http`', 'serve', 'node:http'),
      line('bare Express against bare `node:http`', 'express', 'node:http'),
    ],
  );
}

const NAMES: Readonly<Record<string, string>> = {
  'node:http': 'bare `node:http`',
  express: 'bare Express 5, `res.json`',
  serve: '`deckhand serve`, polls, 100 live jobs',
  'serve limited': '`deckhand serve --rate-limit`, polls, 100 live jobs',
  few: 'its server in process, polls, 100 live jobs',
  many: 'its server in process, polls, 1,000,000 live jobs',
  middleware: '`deckhand/express` in Express 5, polls, 100 live jobs',
  'express post': 'bare Express 5, `express.json()` and `res.json`',
  'serve post': '`deckhand serve`, `POST` generate',
};

/** The figures of each server: the median of all rounds, and the range. */
export function serversTable({ samples }: Figures): string {
  return table(
    ['Server', 'Responses per second', 'from, to', 'CPU time per response, µs'],
    [...samples].map(([name, all]) => {
      const rates = all.map(({ rate }) => rate);
      const { rate, cpu } = typical(all);
      const range = `${thousands(Math.min(...rates))}, ${thousands(Math.max(...rates))}`;
      return [NAMES[name] ?? name, thousands(rate), range, cpu.toFixed(1)];
    }),
  );
}

export function partsTable(parts: readonly Part[]): string {
  return table(
    ['Part, alone in a process and warm', 'µs'],
    parts.map(({ name, microseconds }) => [name, microseconds.toFixed(microseconds < 10 ? 2 : 1)]),
  );
}

export function startLine({ start }: Figures): string {
  const [serve, express] = [start.serve, start.express].map(Math.round);
  return `From the start of the process to the first 200: \`deckhand serve\` ${serve} ms, bare Express ${express} ms (medians).`;
}

function thousands(figure: number): string {
  return Math.round(figure).toLocaleString('en');
}
