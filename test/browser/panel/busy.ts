/** A workspace with something in every view, for tests of how the views look. */
import type { App } from './panel-test.js';

/**
 * Jobs in every state, good and bad traffic, an active fault, an active scenario.
 * @returns the addresses of all views
 */
export async function busy(app: App): Promise<readonly string[]> {
  const asks = await app.start('An onboarding deck', 'asks-a-question');
  const done = await app.start('Harbour taxis', 'instant');
  app.workspace.fail(await app.start('Quarterly review'), 'The renderer ran out of memory.');
  app.workspace.clock.advance('4s');
  await app.start('How lighthouses were automated', 'never-ends');
  app.workspace.arm({ on: 'getGenerationStatus', answer: { status: 429, retry_after: '5s' } });
  for (const job of [asks, done, asks]) await app.poll(job);
  await app.ask('/presentations/nope');
  app.workspace.arm({ latency: '3s', times: 3 });
  app.workspace.arm({ on: 'startGeneration', answer: { status: 500 } });
  app.workspace.use('slow-progress');
  const { sequence } = app.workspace.journal()[0] ?? { sequence: 0 };
  return ['jobs', `jobs/${asks}`, 'traffic', `traffic/${sequence}`, 'scenarios', 'scenarios/asks-a-question'];
}
