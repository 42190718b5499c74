/** Judges the clients in a journal. The judge is loaded on demand: a mock server starts and responds without it. */
import { basePath as documented } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import type { ClientReport } from '../contract/report/model.js';
import type { ConductQuestion } from '../service/control/verb-context.js';
import { counted } from '../base/text/counted.js';

/** @param basePath the path of the mock server's API. Default: `/api/v1` */
export async function clientReport(
  journal: readonly Exchange[],
  { dropped, basePath = documented, client, ...options }: ConductQuestion & { readonly basePath?: string },
): Promise<ClientReport> {
  const { clientRules, exchangesByClient, Judge } = await import('../contract/index.js');
  const byClient = exchangesByClient(journal);
  const judged = client === undefined ? journal : (byClient.get(client) ?? []);
  // Every exchange in this journal was sent to the mock server, so its host does not matter.
  const judge = new Judge({ baseUrl: basePath, rules: clientRules, ...options });
  for (const exchange of judged) judge.add(exchange);
  const { exchanges: shown, ...whole } = judge.report({
    tool: { name: 'deckhand', version: '' },
    target: basePath,
    notes:
      dropped === 0 ? [] : [`not judged: ${counted(dropped, 'older exchange')} that the journal dropped`],
  });
  const clients = [...byClient].map(([name, { length }]) => ({ client: name, exchanges: length }));
  const { outcome, reason, summary, requests, rules, notes } = whole;
  const cited = new Set(rules.flatMap(({ findings }) => findings.map(({ exchange }) => exchange)));
  const exchanges = shown.filter(({ sequence }) => cited.has(sequence));
  const report = { outcome, reason, summary, requests, rules, exchanges, notes, clients };
  // Plain data of its own, as over HTTP.
  return JSON.parse(JSON.stringify(report)) as ClientReport;
}
