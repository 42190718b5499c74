/**
 * The stand-in in process: everything wired together, with a handle on each workspace. Transports are built on it, and
 * tests can use it as it is.
 */
import { bundledScenarios } from '../generated/bundled-scenarios.js';
import type { Scenario, Workspace } from '../generated/control-api.js';
import { basePath } from '../generated/routes.js';
import { ScenarioLibrary } from '../scenario/library.js';
import { scenarioFromObject } from '../scenario/check.js';
import { runVerb } from '../service/control/run.js';
import type { ScenarioSources } from '../service/control/scenario-sources.js';
import { workspaceIdOf, type ControlContext } from '../service/control/scene.js';
import { defaultDirectory, DEVELOPMENT_KEYS } from '../service/default-directory.js';
import type { Reshape } from '../service/response.js';
import { Service } from '../service/service.js';
import { Directory } from '../store/directory.js';
import type { DirectoryData } from '../store/directory-tables.js';
import { createMemoryStore, type MemoryLimits } from '../store/memory.js';
import type { Evictions } from '../store/store.js';
import { UserError } from '../base/user-error.js';
import { respondToFetch } from '../transports/fetch.js';
import { judgeClients } from './judge-clients.js';
import { checkNames, needAddress, needPositive, needRate, needWhole } from './options.js';
import { realNow } from '../base/real-time.js';
import { WorkspaceHandle } from './workspace-handle.js';

/** What can be forgotten to stay within bounds. */
export type Evicted = keyof Evictions | 'sandboxes';

export interface DeckhandOptions {
  /** The scenario that plays unless something else is asked for. `happy-path` when left out. */
  readonly scenario?: string;
  /** More scenarios, by name. One with a bundled scenario's name replaces it. */
  readonly scenarios?: Readonly<Record<string, Scenario>>;
  /** Fixes everything random. 1 when left out. */
  readonly seed?: number;
  /** Requests per time and key, such as `20/1m`. No limit when left out. */
  readonly rateLimit?: string;
  /** How many times faster than real time the clocks run. 1 when left out. */
  readonly speed?: number;
  /** Scheme, host and port that presentation addresses begin with, or what tells them once they are known. */
  readonly publicUrl?: string | (() => string);
  /** How much is remembered before the oldest is forgotten. */
  readonly limits?: Partial<MemoryLimits>;
  /** How many sandboxes are open at once before the one not used for longest is forgotten. 500 when left out. */
  readonly sandboxes?: number;
  /** Is told of everything forgotten to stay within the limits. */
  readonly onEvict?: (kind: Evicted, workspaceId: string) => void;
}

/** What an adapter has that the options of users have no words for. */
export interface DeckhandParts {
  /** Scenarios read already, instead of the bundled ones and those of the options. */
  readonly library?: ScenarioLibrary | undefined;
  /** SHA-256 in hex by something faster than JavaScript. */
  readonly hash?: ((text: string) => string) | undefined;
  /** Gives every response another shape. */
  readonly reshape?: Reshape | undefined;
  /** The files that the library was read from. */
  readonly sources?: ScenarioSources | undefined;
}

export class Deckhand {
  readonly service: Service;
  readonly library: ScenarioLibrary;
  readonly directory: Directory;
  /** What the verbs of the control API work with. */
  readonly control: ControlContext;

  /** @throws UserError when an option or a scenario is wrong */
  constructor(options: DeckhandOptions = {}, { library, hash, reshape, sources }: DeckhandParts = {}) {
    const { publicUrl = 'http://127.0.0.1:4010', limits = {}, sandboxes } = options;
    const address = typeof publicUrl === 'function' ? undefined : needAddress('publicUrl', publicUrl);
    for (const [name, limit] of Object.entries(limits)) needWhole(`limits.${name}`, limit, 1);
    this.library = library ?? libraryOf({ ...bundledScenarios, ...options.scenarios });
    this.directory = new Directory(defaultDirectory(), {
      ...(sandboxes !== undefined && { sandboxes: needWhole('sandboxes', sandboxes, 1) }),
      onEvict: (workspaceId) => {
        this.service.forget(workspaceId);
        options.onEvict?.('sandboxes', workspaceId);
      },
    });
    this.service = new Service({
      library: this.library,
      directory: this.directory,
      store: createMemoryStore(limits, options.onEvict),
      seed: needWhole('seed', options.seed ?? 1, 0),
      publicUrl: typeof publicUrl === 'function' ? publicUrl : () => address ?? '',
      basePath,
      hashKey: hash,
      reshape,
      defaultScenario: this.library.need(String(options.scenario ?? 'happy-path')).name,
      rateLimit: needRate(options.rateLimit),
      speed: needPositive('speed', options.speed ?? 1),
    });
    this.control = { service: this.service, newKey, sources, judgeClients };
  }

  /**
   * A workspace's scenario, clock, jobs, journal and data: by its id, or by a sandbox key, which opens one of its own. The
   * empty id stands for requests that no key opened a workspace for.
   * @throws UserError when there is no such workspace
   */
  workspace(id: string): WorkspaceHandle {
    if (id !== '' && !this.directory.openWorkspace(workspaceIdOf(id))) {
      const ids = this.directory.rows.workspaces.map((workspace) => workspace.id);
      throw new UserError('bad-option', `There is no workspace "${id}".`, {
        hint: `There are: ${ids.join(', ')}; and any key sandbox-<name> opens one of its own.`,
      });
    }
    return new WorkspaceHandle(this.control, id);
  }

  /** All workspaces, the sandboxes that are open last. */
  async workspaces(): Promise<readonly Workspace[]> {
    const call = { params: {}, query: {}, body: undefined, real: realNow() };
    return (await runVerb(this.control, 'listWorkspaces', call)).workspaces;
  }

  /**
   * Answers a fetch request to the API, without a network. A path outside the API gets a 404.
   * @throws TypeError when the scenario cuts the connection, and the signal's reason when it is aborted, as fetch does
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const response = await respondToFetch(this.service, request);
    if (response.type !== 'error') return response;
    request.signal.throwIfAborted();
    throw new TypeError('fetch failed');
  };

  /**
   * Queries and changes workspaces, API keys and templates as an @mswjs/data database. All of it happens, or nothing.
   * @throws UserError when something is left behind that cannot be, such as a key without a workspace
   */
  arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    return this.directory.arrange(work);
  }
}

/**
 * Starts a stand-in in this process. Nothing listens and nothing ticks: it only answers.
 * @throws UserError when an option or a scenario is wrong
 */
export function createDeckhand(options: DeckhandOptions = {}): Deckhand {
  checkNames(options, OPTION_NAMES);
  return new Deckhand(options);
}

export const OPTION_NAMES: readonly string[] = [
  'scenario',
  'scenarios',
  'seed',
  'rateLimit',
  'speed',
  'publicUrl',
  'limits',
  'sandboxes',
  'onEvict',
] satisfies (keyof DeckhandOptions)[];

export { DEVELOPMENT_KEYS };

/** As many characters as nobody guesses. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return `dk_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** @throws UserError naming the first scenario that is wrong */
export function libraryOf(documents: Readonly<Record<string, Scenario>>): ScenarioLibrary {
  const library = new ScenarioLibrary();
  for (const [name, document] of Object.entries(documents))
    library.put(scenarioFromObject(name, document).timeline);
  return library;
}
