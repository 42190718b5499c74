/** The mock server in this process: wires the service, scenarios, keys and workspaces. Opens no port and sets no timers. */
import type { WorkspaceInfo } from '../generated/control-api.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import {
  resolveWorkspaceId,
  type ControlContext,
  type ScenarioSources,
} from '../service/control/workspace-context.js';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, defaultRegistry } from '../service/default-registry.js';
import { hashKey } from '../service/keys.js';
import { Service } from '../service/service.js';
import { WorkspaceRegistry } from '../service/store/registry.js';
import type { DirectoryData } from '../service/store/registry-records.js';
import { type Evictions, JobStore } from '../service/store/store.js';
import { UserError } from '../base/user-error.js';
import { handleFetch } from '../transports/fetch-handler.js';
import { realNow, realDelay } from '../base/real-time.js';
import { listWorkspaces } from '../service/control/workspaces.js';
import { Workspace } from '../service/workspace.js';
import { buildClientReport } from './client-report.js';
import { parseHttpUrl } from './options/urls.js';
import {
  parseLatency,
  parsePositiveNumber,
  parseRateLimitOption,
  parseInteger,
} from './options/option-parsers.js';
import { assertOptions, type DeckhandOptions } from './options/deckhand-options.js';
import { applyKeysOption } from './options/keys.js';
import { RequestMatcher } from './request-matcher.js';
import { mapRecordedWorkspaces, type ReplayAssignment } from './replay-workspaces.js';
import { loadRecording } from './options/replay.js';
import {
  isScenarioNameInput,
  inlineScenarioName,
  parseScenarioDefinition,
  type ScenarioInput,
} from './scenario-input.js';
import { createScenarioLibrary } from './options/scenarios.js';

/** @internal The kinds of data that a limit can evict, with a 404 for clients. */
export type EvictionKind = keyof Evictions | 'sandboxes' | 'scenarios';

/** @internal Parts that an adapter provides. They are not options for users. */
export interface DeckhandDependencies {
  /** Scenarios that were already read. They replace the bundled scenarios and those of the options. */
  readonly library?: ScenarioLibrary | undefined;
  /** Makes ids differ after a restart, unless a seed is set. */
  readonly idSalt?: string | undefined;
  /** SHA-256 in hex, faster than in JavaScript. */
  readonly hash?: ((text: string) => string) | undefined;
  /** A recording that was already read. It replaces that of the options. */
  readonly replay?: ReplayAssignment | undefined;
  /** The files from which the library was read. */
  readonly sources?: ScenarioSources | undefined;
  /** Called for each eviction. `scenarios` are those that only running jobs use; they belong to no workspace. */
  readonly onEviction?: ((kind: EvictionKind, workspaceId: string) => void) | undefined;
}

/** The mock server: the API, its workspaces and their data. */
export class Deckhand {
  /** @internal */
  readonly service: Service;
  /** @internal */
  readonly library: ScenarioLibrary;
  /** @internal */
  readonly directory: WorkspaceRegistry;
  /** @internal Matches the requests that this mock server handles. */
  readonly requestMatcher: RequestMatcher;
  /** @internal The context of the control operations. */
  readonly control: ControlContext;
  /** @internal The replay of a recording; `undefined` for scenarios. */
  readonly replay: ReplayAssignment | undefined;
  readonly #keys: DeckhandOptions['apiKeys'];

  /** @internal @throws UserError when an option or a scenario is invalid */
  constructor(
    options: DeckhandOptions = {},
    {
      library,
      hash,
      idSalt,
      sources,
      replay: loadedReplay,
      onEviction = () => {},
    }: DeckhandDependencies = {},
  ) {
    const {
      origin,
      maxStoredJobs,
      rateLimit,
      latency,
      publicUrl = origin ?? 'http://127.0.0.1:4010',
    } = options;
    this.requestMatcher = new RequestMatcher(options);
    this.#keys = options.apiKeys;
    const { basePath } = this.requestMatcher;
    const fixedPublicUrl = typeof publicUrl === 'function' ? undefined : parseHttpUrl(publicUrl, 'publicUrl');
    this.library = library ?? createScenarioLibrary(options.scenarios);
    this.library.onEvict = () => onEviction('scenarios', '');
    const replay =
      loadedReplay ??
      (options.replay === undefined
        ? undefined
        : mapRecordedWorkspaces(loadRecording(options.replay), options.apiKeys));
    this.replay = replay;
    const apiKeys = replay?.keys ?? options.apiKeys;
    const { keyPolicy, records } = applyKeysOption(defaultRegistry(), apiKeys, hash ?? hashKey);
    this.directory = new WorkspaceRegistry(records, (workspaceId) => {
      this.service.deleteWorkspace(workspaceId);
      onEviction('sandboxes', workspaceId);
    });
    this.service = new Service({
      library: this.library,
      directory: this.directory,
      store: new JobStore(
        maxStoredJobs === undefined ? undefined : parseInteger(maxStoredJobs, 'maxStoredJobs', 1),
        onEviction,
      ),
      ...(options.seed === undefined && { idSalt }),
      seed: parseInteger(options.seed ?? 1, 'seed', 0),
      publicUrl: typeof publicUrl === 'function' ? publicUrl : () => fixedPublicUrl ?? '',
      basePath,
      hashKey: hash,
      keyPolicy,
      replay: replay?.source((id) => this.directory.isSandbox(id)),
      defaultScenario: resolveDefaultScenario(options.scenario, this.library),
      rateLimit: rateLimit === undefined ? undefined : parseRateLimitOption(rateLimit, 'rateLimit'),
      latency: latency === undefined ? undefined : parseLatency(latency, 'latency'),
      speed: parsePositiveNumber(options.speed ?? 1, 'speed'),
    });
    const ownKeys = typeof apiKeys === 'object' ? Object.keys(apiKeys) : Object.values(DEVELOPMENT_KEYS);
    for (const key of ownKeys) this.service.redactor.addPermanentKey(key);
    this.control = {
      service: this.service,
      realNow,
      realWait: realDelay,
      newKey: () => {
        const key = generateApiKey();
        this.service.redactor.addPermanentKey(key);
        return { key, hash: hashKey(key) };
      },
      sources,
      resolveScenario: (input: ScenarioInput) =>
        isScenarioNameInput(input) ? this.library.getOrThrow(input) : parseScenarioDefinition(input).timeline,
      clientReport: (exchanges, request) => buildClientReport(exchanges, { ...request, basePath }),
    };
  }

  /**
   * @internal
   * Rejects development and sandbox keys unless the option `apiKeys` lists them. For a server that other machines can
   * connect to.
   */
  requireConfiguredKeys(): void {
    if (typeof this.#keys === 'object') this.service.shared.allowedKeys = new Set(Object.keys(this.#keys));
  }

  /**
   * A workspace: its scenario, clock, jobs, journal and data. `id` is the id of a workspace or a sandbox key,
   * which opens its own workspace. Requests that match no workspace belong to the one with the empty id.
   * @throws UserError for an unknown workspace
   */
  workspace(id: string): Workspace<ScenarioInput> {
    if (id !== '' && !this.directory.getOrOpenWorkspace(resolveWorkspaceId(id))) {
      const ids = this.directory.records().workspaces.map((workspace) => workspace.id);
      throw new UserError('invalid-option', `Unknown workspace "${id}".`, {
        hint: `There are: ${ids.join(', ')}; and each key sandbox-<name> opens its own workspace.`,
      });
    }
    return new Workspace(this.control, id);
  }

  /** All workspaces; open sandboxes come last. */
  workspaces(): readonly WorkspaceInfo[] {
    return listWorkspaces(this.control);
  }

  /**
   * Responds to a fetch request to the API, at any origin and without a network. A path outside the API gets a 404.
   * @throws the same errors as `fetch`: TypeError when the scenario cuts the connection; the signal's reason when it is
   * aborted
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const response = await handleFetch(this.service, request);
    if (response.type !== 'error') return response;
    request.signal.throwIfAborted();
    throw new TypeError('fetch failed');
  };

  /**
   * Queries and changes workspaces, API keys and templates as an @mswjs/data database. If it fails, nothing changes.
   * @throws UserError when the result is not allowed, such as a key without a workspace
   */
  arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    return this.directory.arrange(work);
  }
}

/**
 * Starts a mock server in this process. Opens no port and sets no timers.
 * @throws UserError when an option or a scenario is invalid
 */
export function createDeckhand(options: DeckhandOptions = {}): Deckhand {
  assertOptions(options);
  return new Deckhand(options);
}

/** A random key, too long to guess. */
function generateApiKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return `dk_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Adds an inline scenario to the library. @returns the name of the scenario */
function resolveDefaultScenario(input: ScenarioInput = 'happy-path', library: ScenarioLibrary): string {
  if (isScenarioNameInput(input)) return library.getOrThrow(input).name;
  const { timeline } = parseScenarioDefinition(input, inlineScenarioName(input));
  library.set(timeline);
  return timeline.name;
}

export { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS, type DeckhandOptions };
