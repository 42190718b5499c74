/** The methods of one workspace for the console of a browser, and access to other workspaces. */
import type { WorkspaceInfo } from '../../generated/control-api.js';
import type { Deckhand } from '../../app/deckhand.js';
import type { ScenarioInput } from '../../app/scenario-input.js';
import type { Workspace } from '../../service/workspace.js';
import { formatConsoleHelp } from './console-help.js';

/** The methods of a workspace on `window`, for the console of a browser. */
export interface DeckhandConsole extends Pick<Workspace<ScenarioInput>, keyof Workspace<ScenarioInput>> {
  /** Another workspace, by its id or by a sandbox key. */
  workspace(id: string): Workspace<ScenarioInput>;
  workspaces(): readonly WorkspaceInfo[];
  /** Prints the list of methods. */
  help(): void;
}

/** Binds the methods, so that the console can call them without the object. @param name the name on `window` */
export function createConsoleApi(
  deckhand: Deckhand,
  workspace: Workspace<ScenarioInput>,
  name: string,
): DeckhandConsole {
  const serverMethods = {
    workspace: (id: string) => deckhand.workspace(id),
    workspaces: () => deckhand.workspaces(),
    help: () => console.log(formatConsoleHelp(workspace.id, name)),
  };
  return new Proxy(workspace, {
    get(target, property) {
      const value: unknown = Reflect.get(property in serverMethods ? serverMethods : target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  }) as unknown as DeckhandConsole;
}
