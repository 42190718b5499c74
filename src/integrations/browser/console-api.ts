/** The verbs of one workspace for the console of a browser, and a way to other workspaces. */
import type { WorkspaceInfo as WorkspaceInfo } from '../../generated/control-api.js';
import type { Deckhand } from '../../app/deckhand.js';
import type { ScenarioInput } from '../../app/scenario-input.js';
import type { Workspace } from '../../service/workspace.js';

export interface DeckhandConsole extends Pick<Workspace<ScenarioInput>, keyof Workspace<ScenarioInput>> {
  /** The verbs of another workspace, by its id or by a sandbox key. */
  workspace(id: string): Workspace<ScenarioInput>;
  workspaces(): readonly WorkspaceInfo[];
  /** Prints the list of verbs. */
  help(): Promise<void>;
}

/** The same object, with its verbs bound, so that the console can call them alone. @param name its name on `window` */
export function createConsoleApi(
  deckhand: Deckhand,
  handle: Workspace<ScenarioInput>,
  name: string,
): DeckhandConsole {
  const serverMethods = {
    workspace: (id: string) => deckhand.workspace(id),
    workspaces: () => deckhand.workspaces(),
    help: async () => console.log((await import('./console-help.js')).helpText(handle.id, name)),
  };
  return new Proxy(handle, {
    get(target, verb) {
      const value: unknown = Reflect.get(verb in serverMethods ? serverMethods : target, verb);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  }) as unknown as DeckhandConsole;
}
