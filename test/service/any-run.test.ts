import { describe, it } from 'vitest';
import fc from '../fast-check.js';
import type { Scenario } from '../../src/generated/control-api.js';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { arbitraryScenario, arbitraryStory } from '../scenario/arbitrary-scenario.js';
import { timelineOf } from '../scenario/documents.js';
import { arbitraryCommands } from './arbitrary-commands.js';
import { Run } from './run.js';
import { Stage } from './stage.js';

function stageOf(first: Scenario, second: Scenario): Stage {
  const library = new ScenarioLibrary();
  library.put(timelineOf(first, 'first'));
  library.put(timelineOf(second, 'second'));
  return new Stage({ scenario: 'first' }, library);
}

describe('every response keeps the contract and agrees with all responses before, whatever clients do', () => {
  it('without faults', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryStory, arbitraryStory, arbitraryCommands, async (first, second, commands) => {
        await new Run(stageOf(first, second)).play(commands);
      }),
      { numRuns: 100 },
    );
  });

  it('with every fault of scenarios', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryScenario,
        arbitraryScenario,
        arbitraryCommands,
        async (first, second, commands) => {
          await new Run(stageOf(first, second)).play(commands);
        },
      ),
      { numRuns: 100 },
    );
  });
});
