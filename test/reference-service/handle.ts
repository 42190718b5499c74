/** The reference service without a socket: request in, response out, in the order route, key, limit, operation. */
import { DEFAULT_CONFIG, type ServiceConfig } from './config.js';
import { perform, refuse } from './operations.js';
import { Limiter } from './rate-limit.js';
import { ServiceStore, type Workspace } from './store.js';
import { match, type Operation } from './routes.js';
import {
  combine,
  type ServiceResponse,
  type Call,
  type Hooks,
  type ServiceHooks,
  type RawResponse,
} from './hooks.js';
import { countingClock } from './counting-clock.js';

export interface ReferenceRequest {
  readonly method: string;
  /** From `/api/v1` on; a query is ignored. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The connection that carries it, if the caller distinguishes connections. */
  readonly connection?: string;
}

export interface PlainOptions {
  /** The differences of the service; the reference service has none. */
  readonly variations?: readonly ServiceHooks[];
  readonly choices?: Partial<ServiceConfig>;
  /** Milliseconds since 1970; by default the clock of the machine. */
  readonly now?: () => number;
}

export interface ReferenceService {
  readonly handle: (request: ReferenceRequest) => RawResponse;
  /** One workspace each. */
  readonly keys: typeof keys;
}

export const keys = {
  first: 'plain-amber-1f7c0a94',
  second: 'plain-birch-93be55d2',
  third: 'plain-cedar-60d1ffa8',
  /** Of a workspace without API access. */
  disabled: 'plain-dogwood-c40b19e7',
};

const workspaces: readonly Workspace[] = Object.values(keys).map((key, index) => {
  const name = key.split('-')[1] ?? '';
  const templates = [
    { id: `template-${index + 1}a`, name: 'Exposé' },
    { id: `template-${index + 1}b`, name: 'Pitch – short' },
  ];
  return { id: `workspace-${name}`, key, templates, hasAccess: key !== keys.disabled };
});

export function createReferenceService({
  variations = [],
  choices,
  now = countingClock(),
}: PlainOptions = {}): ReferenceService {
  const { choices: varied, ...hooks } = combine(variations);
  const store = new ServiceStore(workspaces, { ...DEFAULT_CONFIG, ...choices, ...varied }, now);
  const limiter = store.choices.rateLimit && new Limiter(store.choices.rateLimit);
  return {
    keys,
    handle(request) {
      store.requests += 1;
      const call = receive(request, store, hooks.route);
      const response = hooks.editResponse(respond(call, hooks, limiter), call);
      return hooks.editRawResponse(encode(response), call);
    },
  };
}

function receive(
  { method, path: target, headers, body, connection }: ReferenceRequest,
  store: ServiceStore,
  route: (path: string) => string,
): Call {
  const [path = '', query = ''] = target.split('?', 2);
  // A slash at the end is ignored.
  const { operation, id } = match(method, route(path).replace(/\/$/, ''));
  const bearer = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
  const keyHeader = bearer ? 'authorization' : headers['x-api-key'] ? 'x-api-key' : undefined;
  const key = bearer ?? headers['x-api-key'];
  const record = store.keyOf(id, findWorkspace(store, key));
  return {
    store,
    method,
    path,
    query,
    headers,
    operation,
    key,
    keyHeader,
    connection,
    input: parse(body),
    workspace: undefined,
    job: isAboutJob(operation) ? store.jobs.get(record) : undefined,
    presentation: isAboutJob(operation) ? undefined : store.presentations.get(record),
  };
}

function isAboutJob(operation: Operation | undefined): boolean {
  return operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';
}

function respond(call: Call, hooks: Required<Hooks>, limiter: Limiter | undefined): ServiceResponse {
  const { store, operation, key } = call;
  if (!operation) {
    const { pathIsKnown } = match(call.method, call.path);
    return pathIsKnown ? refuse(405, 'There is no such method here.') : refuse(404, 'There is nothing here.');
  }
  const caller = hooks.authenticate(findWorkspace(store, key), call);
  if (!caller)
    return refuse(store.choices.refusals[key ? 'wrongKey' : 'missingKey'], 'A valid API key is needed.');
  if (!caller.hasAccess && store.choices.keyWithoutAccess === 'refused')
    return refuse(403, 'The API is not enabled for this workspace.');
  call.workspace = caller;
  const wait = limiter?.wait(caller.key, `${call.method} ${call.path}`, store.now()) ?? 0;
  if (wait > 0)
    return refuse(429, 'The rate limit is exceeded.', { 'retry-after': String(Math.ceil(wait / 1000)) });
  return hooks.replaceResponse(call) ?? perform[operation](call, caller, hooks);
}

function findWorkspace({ workspaces: all }: ServiceStore, key: string | undefined): Workspace | undefined {
  return all.find((workspace) => workspace.key === key);
}

function encode({ status, headers, body }: ServiceResponse): RawResponse {
  const parts = { status, framing: 'length', delay: 0 } as const;
  if (body === undefined) return { ...parts, headers: { ...headers }, body: Buffer.alloc(0) };
  return {
    ...parts,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function parse(body = ''): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
