/** Plays a case and judges it in every way there is: as a whole, while it happens, cut in two, and from a HAR file. */
import { clientRules, judge, LiveJudge, type JudgeOptions, type Verdict } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { fromHar } from '../../src/journal/read-har.js';
import { runClientScenario, type ConformingClient, type ClientMutant } from './client-scenario.js';

export interface ClientResult {
  readonly exchanges: readonly Exchange[];
  readonly verdicts: readonly Verdict[];
  /** The ids of the broken rules, in the order of the rules. */
  readonly broken: readonly string[];
  /** The verdicts of other ways of judging, where they differ. */
  readonly otherwise: readonly string[];
}

export async function runClient(client: ClientMutant | ConformingClient): Promise<ClientResult> {
  const exchanges = await runClientScenario(client);
  const verdicts = judge(exchanges, { rules: clientRules, ...client.judging });
  const read = fromHar(JSON.parse(JSON.stringify(toHar(exchanges, { name: 'test', version: '1' }))));
  const broken = brokenIn(verdicts);
  const live = liveFindings(exchanges, client.judging);
  const ways = {
    live: broken.filter((id) => live.has(id)).concat([...live].filter((id) => !broken.includes(id))),
    har: brokenIn(judge(read.exchanges, { rules: clientRules, ...client.judging })),
    // A truncated journal must not cause a false positive.
    cut: broken.concat(brokenWhenCut(exchanges, client.judging).filter((id) => !broken.includes(id))),
  };
  const otherwise = Object.entries(ways).flatMap(([way, ids]) =>
    ids.join() === broken.join() ? [] : [`${way}: ${ids.join()}`],
  );
  return { exchanges, verdicts, broken, otherwise };
}

/** The rules that are reported while the traffic passes. */
function liveFindings(exchanges: readonly Exchange[], options: JudgeOptions = {}): ReadonlySet<string> {
  const found = new Set<string>();
  const live = new LiveJudge(clientRules, options, ({ rule }) => found.add(rule.id));
  for (const [index, exchange] of exchanges.entries()) {
    live.add(exchange);
    if (index === exchanges.length - 1) live.judgeAll();
    else if (index % 10 === 0) live.runStep();
  }
  return found;
}

function brokenWhenCut(exchanges: readonly Exchange[], options: JudgeOptions = {}): readonly string[] {
  const middle = Math.floor(exchanges.length / 2);
  const parts = [exchanges.slice(0, middle), exchanges.slice(middle)];
  return parts.flatMap((part) => brokenIn(judge(part, { rules: clientRules, ...options })));
}

function brokenIn(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn' || outcome === 'error')
    .map(({ rule }) => rule.id);
}
