/** The control verbs in process and over HTTP. The results are compared in the form of HTTP. */
import { createDeckhand, type Deckhand } from '../../../src/app/deckhand.js';
import { problemOf } from '../../../src/server/control/problem.js';
import { startServer } from '../../../src/server/server.js';
import { controlPath, controlRoutes } from '../../../src/generated/control-routes.js';
import { runVerb } from '../../../src/service/control/verbs.js';
import type { VerbId } from '../../service/control/verb-types.js';

export interface Called {
  readonly status: number;
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- the expectations of the tests check it
}

export interface Driver {
  readonly deckhand: Deckhand;
  run(
    id: VerbId,
    params?: Readonly<Record<string, string>>,
    body?: unknown,
    query?: Readonly<Record<string, string>>,
  ): Promise<Called>;
  close(): Promise<void>;
}

function inProcess(): Promise<Driver> {
  const deckhand = createDeckhand();
  return Promise.resolve({
    deckhand,
    async run(id, params = {}, body, query = {}) {
      const sent = { params: { workspace: 'ws_dev', ...params }, query, body };
      const { successStatus: status = 0 } = controlRoutes.find((route) => route.operationId === id) ?? {};
      try {
        return { status, body: await runVerb(deckhand.control, id, sent) };
      } catch (error) {
        const problem = problemOf(error);
        if (!problem) throw error;
        return { status: problem.status, body: problem };
      }
    },
    close: () => Promise.resolve(),
  });
}

async function overHttp(): Promise<Driver> {
  const deckhand = createDeckhand();
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

export const drivers: readonly (readonly [name: string, start: () => Promise<Driver>])[] = [
  ['in process', inProcess],
  ['over HTTP', overHttp],
];
