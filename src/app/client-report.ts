/** Reports how the clients in a journal follow the client rules. */
import type { Exchange } from '../journal/exchange.js';
import type { ClientReport } from '../judge/report/report.js';
import { basePath as DEFAULT_BASE_PATH } from '../generated/routes.js';
import type { ClientReportRequest } from '../service/control/workspace-context.js';
import { pluralize } from '../base/text/pluralize.js';

/**
 * The judge is loaded on demand: a mock server starts and responds without it.
 * @param basePath the path of the mock server's API. Default: `/api/v1`
 */
export async function buildClientReport(
  journal: readonly Exchange[],
  {
    evicted,
    basePath = DEFAULT_BASE_PATH,
    client,
    ...options
  }: ClientReportRequest & { readonly basePath?: string },
): Promise<ClientReport> {
  const { clientRules, groupExchangesByClient, Judge } = await import('../judge/index.js');
  const byClient = groupExchangesByClient(journal);
  const judged = client === undefined ? journal : (byClient.get(client) ?? []);
  // Every exchange in this journal was sent to the mock server, so its host does not matter.
  const judge = new Judge({ baseUrl: basePath, rules: clientRules, ...options });
  for (const exchange of judged) judge.add(exchange);
  const { exchanges: reported, ...rest } = judge.report({
    tool: { name: 'deckhand', version: '' },
    target: basePath,
    notes:
      evicted === 0 ? [] : [`not judged: ${pluralize(evicted, 'older exchange')} evicted from the journal`],
  });
  const clients = [...byClient].map(([name, { length }]) => ({ client: name, exchanges: length }));
  const { outcome, reason, summary, requests, rules, notes } = rest;
  const cited = new Set(rules.flatMap(({ findings }) => findings.map(({ exchange }) => exchange)));
  const exchanges = reported.filter(({ sequence }) => cited.has(sequence));
  const report = { outcome, reason, summary, requests, rules, exchanges, notes, clients };
  // Plain data, as over HTTP.
  return JSON.parse(JSON.stringify(report)) as ClientReport;
}
