/** The control operations over HTTP. */
import { Deckhand, type DeckhandDependencies } from '../../../src/app/deckhand.js';
import { startServer } from '../../../src/server/server.js';
import {
  controlPath,
  controlRoutes,
  type ControlOperationId,
} from '../../../src/generated/control-routes.js';

export interface ControlCall {
  readonly status: number;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- the expectations of the tests check it
}

export interface RunOperation {
  readonly deckhand: Deckhand;
  run(
    id: ControlOperationId,
    params?: Readonly<Record<string, string>>,
    body?: unknown,
    query?: Readonly<Record<string, string>>,
  ): Promise<ControlCall>;
  close(): Promise<void>;
}

export async function runOverHttp(dependencies: DeckhandDependencies = {}): Promise<RunOperation> {
  const deckhand = new Deckhand({}, dependencies);
  const bugs: unknown[] = [];
  const server = await startServer(deckhand, { host: '127.0.0.1', port: 0, onBug: (bug) => bugs.push(bug) });
  return {
    deckhand,
    async run(id, params = {}, body, query = {}) {
      const route = controlRoutes.find(({ operationId }) => operationId === id);
      if (!route) throw new Error(`There is no ${id}`);
      const named: Record<string, string> = { workspace: 'ws_dev', ...params };
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(named[name] ?? ''),
      );
      const search = new URLSearchParams(query).toString();
      const response = await fetch(`${server.url}${controlPath}${path}${search && `?${search}`}`, {
        method: route.method.toUpperCase(),
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      return { status: response.status, body: await response.json() };
    },
    async close() {
      await server.close();
      if (bugs.length > 0) throw new AggregateError(bugs, 'Bugs surfaced while requests were answered');
    },
  };
}
