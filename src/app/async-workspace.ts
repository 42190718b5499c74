/** A workspace whose verbs are all asynchronous. Code for it runs with every mock server, in process or on a server. */
import type { ControlLine } from '../control/line.js';
import { LineWorkspace } from '../control/line-workspace.js';
import { workspaceIdOf } from '../service/control/verb-context.js';
import { setParser } from './scenario-parser.js';
import { isName, readChoice, type ScenarioChoice } from './scenario-source.js';

export class AsyncWorkspace extends LineWorkspace {
  /** @param named the id or a sandbox key */
  constructor(line: ControlLine, named: string) {
    super(line, workspaceIdOf(named));
  }

  /**
   * Sets the scenario that new jobs of this workspace play: its name, an object, the text of a scenario file, or, in Node, the
   * path of one; `null` for none.
   * @throws UserError with the nearest scenario name, or with every mistake in the scenario
   */
  override async use(scenario: ScenarioChoice | null): Promise<void> {
    if (scenario === null || isName(scenario)) return super.use(scenario);
    const { parseScenario } = await import('../scenario/parse.js');
    setParser(parseScenario);
    return super.use(readChoice(scenario).document);
  }
}
