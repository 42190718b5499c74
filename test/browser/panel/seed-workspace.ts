/** A workspace with data in every view, for tests of layout and accessibility. */
import type { ApiClient } from './panel-test.js';

/**
 * Jobs in every state, good and bad traffic, an active fault, an active scenario.
 * @returns the routes of all views
 */
export async function seedWorkspace(app: ApiClient): Promise<readonly string[]> {
  const asks = await app.startJob('An onboarding deck', 'asks-a-question');
  const done = await app.startJob('Harbour taxis', 'instant');
  app.workspace.failJob(await app.startJob('Quarterly review'), 'The renderer ran out of memory.');
  app.workspace.clock.advance('4s');
  await app.startJob('How lighthouses were automated', 'never-ends');
  app.workspace.addFault({ operation: 'getGenerationStatus', response: { status: 429, retry_after: '5s' } });
  for (const job of [asks, done, asks]) await app.pollJob(job);
  await app.request('/presentations/nope');
  app.workspace.addFault({ latency: '3s', times: 3 });
  app.workspace.addFault({ operation: 'startGeneration', response: { status: 500 } });
  app.workspace.useScenario('slow-progress');
  const { sequence } = app.workspace.journal()[0] ?? { sequence: 0 };
  return [
    'jobs',
    `jobs/${asks}`,
    'traffic',
    `traffic/${sequence}`,
    'scenarios',
    'scenarios/asks-a-question',
    'scenarios/asks-a-question?edit=text',
    'scenarios?edit=new',
  ];
}
