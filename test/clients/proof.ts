/** Plays a case and has it judged in every way there is: at once, one by one, and from a HAR file. */
import { judgeConduct, watchConduct, type ConductVerdict } from '../../src/contract/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { fromHar, toHar } from '../../src/journal/har.js';
import { played, type ClientLiberty, type ClientMutant } from './client-case.js';

export interface ClientProof {
  readonly exchanges: readonly Exchange[];
  readonly verdicts: readonly ConductVerdict[];
  /** The ids of the rules that were found broken, in the order of the rules. */
  readonly broken: readonly string[];
  /** What other ways of judging make of it, where that is something else. */
  readonly otherwise: readonly string[];
}

export async function prove(client: ClientMutant | ClientLiberty): Promise<ClientProof> {
  const exchanges = await played(client);
  const verdicts = judgeConduct(exchanges, client.judging);
  const watch = watchConduct(client.judging);
  const told = new Set(exchanges.flatMap((exchange) => watch.see(exchange).map(({ rule }) => rule.id)));
  const read = fromHar(JSON.parse(JSON.stringify(toHar(exchanges, { name: 'test', version: '1' }))));
  const broken = brokenIn(verdicts);
  const ways = {
    live: brokenIn(watch.verdicts()),
    told: broken.filter((id) => told.has(id)).concat([...told].filter((id) => !broken.includes(id))),
    har: brokenIn(judgeConduct(read.exchanges, client.judging)),
  };
  const otherwise = Object.entries(ways).flatMap(([way, ids]) =>
    ids.join() === broken.join() ? [] : [`${way}: ${ids.join()}`],
  );
  return { exchanges, verdicts, broken, otherwise };
}

function brokenIn(verdicts: readonly ConductVerdict[]): readonly string[] {
  return verdicts
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn' || outcome === 'error')
    .map(({ rule }) => rule.id);
}
