/** Compares the verdicts on a journal in one piece with those of the running judge, which holds a few calls at a time. */
import { judge, type Verdict } from '../../src/contract/index.js';
import { RunningJudge } from '../../src/contract/running/running-judge.js';
import type { DocketLimits } from '../../src/contract/running/docket.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { otherTraffic } from './other-traffic.js';

/** As many calls as a check makes fit at a time; of what comes before and after it, only a part. */
const roomy = { calls: 600, characters: 1e9 };
/** Not even the check fits: what it comes back to has been judged already. */
const narrow = { calls: 30, characters: 1e9 };

/** Verdicts that differ, with what the running judge says and what it should. */
export function differencesInParts(journal: readonly Exchange[], baseUrl: string): readonly string[] {
  const long = amongOthers(journal, baseUrl);
  const whole = judge(long, { baseUrl }).map(textOf);
  return inParts(long, baseUrl, roomy)
    .map(textOf)
    .flatMap((text, index) => (text === whole[index] ? [] : [`${text} should be ${whole[index]}`]));
}

/** What a service is accused of only because it was judged in parts that belong together. */
export function slandersInParts(journal: readonly Exchange[], baseUrl: string): readonly string[] {
  const long = amongOthers(journal, baseUrl);
  const whole = judge(long, { baseUrl });
  return inParts(long, baseUrl, narrow)
    .filter(({ outcome }, index) => outcome === 'fail' && whole[index]?.outcome !== 'fail')
    .map(textOf);
}

function amongOthers(journal: readonly Exchange[], baseUrl: string): readonly Exchange[] {
  const start = journal[0]?.startedAt ?? 0;
  return [
    ...otherTraffic(baseUrl, { jobs: 60, from: start - 1e7, ids: 'before' }),
    ...journal,
    ...otherTraffic(baseUrl, { jobs: 60, from: start + 1e9, ids: 'after' }),
  ].map((exchange, index) => ({ ...exchange, sequence: index + 1 }));
}

function inParts(exchanges: readonly Exchange[], baseUrl: string, limits: DocketLimits): readonly Verdict[] {
  const running = new RunningJudge({ baseUrl, limits });
  for (const exchange of exchanges) running.add(exchange);
  return running.finish().verdicts;
}

/** A verdict as it is compared. */
export const textOf = ({ rule, outcome, findings, reason }: Verdict): string =>
  JSON.stringify([rule.id, outcome, findings, reason]);
