/** The report of the judge in a bundle. */
import { reporters, TrafficJudge } from '../contract/index.js';
import type { Exchange } from '../journal/exchange.js';

export function judged(
  exchanges: readonly Exchange[],
  version: string,
  target: string,
): { readonly json: string; readonly text: string } {
  const judge = new TrafficJudge({});
  judge.addSegment(exchanges);
  while (judge.isWaiting) judge.step();
  const report = judge.report({ tool: { name: 'deckhand', version }, target, notes: [] });
  return { json: reporters.json(report), text: reporters.text(report) };
}
