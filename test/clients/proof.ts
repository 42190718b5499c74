/** Plays a case and judges it in every way there is: as a whole, while it happens, cut in two, and from a HAR file. */
import {
  conductRules,
  judgeConduct,
  LiveWindow,
  TrafficJudge,
  type ConductOptions,
  type ConductVerdict,
  type Verdict,
} from '../../src/contract/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { fromHar, toHar } from '../../src/journal/har.js';
import { played, type ClientLiberty, type ClientMutant } from './client-case.js';

export interface ClientProof {
  readonly exchanges: readonly Exchange[];
  readonly verdicts: readonly ConductVerdict[];
  /** The ids of the broken rules, in the order of the rules. */
  readonly broken: readonly string[];
  /** The verdicts of other ways of judging, where they differ. */
  readonly otherwise: readonly string[];
}

export async function prove(client: ClientMutant | ClientLiberty): Promise<ClientProof> {
  const exchanges = await played(client);
  const verdicts = judgeConduct(exchanges, client.judging);
  const read = fromHar(JSON.parse(JSON.stringify(toHar(exchanges, { name: 'test', version: '1' }))));
  const broken = brokenIn(verdicts);
  const live = liveFindings(exchanges, client.judging);
  const ways = {
    live: broken.filter((id) => live.has(id)).concat([...live].filter((id) => !broken.includes(id))),
    har: brokenIn(judgeConduct(read.exchanges, client.judging)),
    // A cut can hide what a client does, and accuses nobody.
    cut: broken.concat(brokenWhenCut(exchanges, client.judging).filter((id) => !broken.includes(id))),
  };
  const otherwise = Object.entries(ways).flatMap(([way, ids]) =>
    ids.join() === broken.join() ? [] : [`${way}: ${ids.join()}`],
  );
  return { exchanges, verdicts, broken, otherwise };
}

/** The rules that are reported while the traffic passes. */
function liveFindings(exchanges: readonly Exchange[], options: ConductOptions = {}): ReadonlySet<string> {
  const window = new LiveWindow({ rules: conductRules, ...options });
  const found = new Set<string>();
  for (const [index, exchange] of exchanges.entries()) {
    window.add(exchange);
    const isLast = index === exchanges.length - 1;
    if (isLast) window.flush();
    if (isLast || index % 10 === 0) for (const { rule } of window.judge()) found.add(rule.id);
  }
  return found;
}

function brokenWhenCut(exchanges: readonly Exchange[], options: ConductOptions = {}): readonly string[] {
  const judge = new TrafficJudge({ rules: conductRules, ...options });
  const middle = Math.floor(exchanges.length / 2);
  for (const segment of [exchanges.slice(0, middle), exchanges.slice(middle)]) judge.addSegment(segment);
  return brokenIn(judge.verdicts());
}

function brokenIn(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn' || outcome === 'error')
    .map(({ rule }) => rule.id);
}
