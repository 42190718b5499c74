import { describe, it } from 'vitest';
import fc from '../fast-check.js';
import type { Scenario } from '../../src/generated/control-api.js';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { arbitraryScenario, arbitraryFaultFreeScenario } from '../scenario/arbitrary-scenario.js';
import { compileOrThrow } from '../scenario/test-scenarios.js';
import { arbitraryCommands } from './arbitrary-commands.js';
import { InvariantChecker } from './check-invariants.js';
import { ServiceHarness } from './service-harness.js';

function stageOf(first: Scenario, second: Scenario): ServiceHarness {
  const library = new ScenarioLibrary();
  library.set(compileOrThrow(first, 'first'));
  library.set(compileOrThrow(second, 'second'));
  return new ServiceHarness({ scenario: 'first' }, library);
}

describe('every response keeps the contract and agrees with all responses before, whatever clients do', () => {
  it('without faults', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryFaultFreeScenario,
        arbitraryFaultFreeScenario,
        arbitraryCommands,
        async (first, second, commands) => {
          await new InvariantChecker(stageOf(first, second)).play(commands);
        },
      ),
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
          await new InvariantChecker(stageOf(first, second)).play(commands);
        },
      ),
      { numRuns: 100 },
    );
  });
});
