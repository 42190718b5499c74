/** Runs the test runner of Playwright as a user does, and reads its report. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { chromiumOptions } from './find-chromium.js';

const FOLDER = new URL('playwright-fixture/', import.meta.url);

export interface PlaywrightTestResult {
  /** Relative to `testDir` of the configuration. */
  readonly file: string;
  readonly project: string;
  readonly title: string;
  readonly status: string;
  readonly worker: number;
  readonly message: string;
  /** By name. */
  readonly attachments: Readonly<Record<string, string>>;
}

interface RunOptions {
  /** The folder of the configuration. */
  readonly specs?: URL;
  /** The folder of relative paths in the specs; by default that of this process. */
  readonly cwd?: string;
  /** More arguments of `playwright test`. */
  readonly args?: readonly string[];
}

/** Milliseconds until a run is killed. One takes a tenth of it when it has the machine alone. */
const SPEC_TIMEOUT_MS = 480_000;
/** The limit of a test or hook that runs specs: what it builds is not in the limit of the run. */
export const RUN_TIMEOUT_MS = SPEC_TIMEOUT_MS + 60_000;

/**
 * @param env variables that the specs and their configuration read
 */
export async function runSpecs(
  env: Readonly<Record<string, string>>,
  { specs = FOLDER, cwd, args = [] }: RunOptions = {},
): Promise<readonly PlaywrightTestResult[]> {
  const { executablePath = '', channel = '' } = await chromiumOptions();
  const browser = { CHROMIUM: executablePath, CHROMIUM_CHANNEL: channel };
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-playwright-'));
  const report = join(folder, 'report.json');
  try {
    const output = { OUTPUT: join(folder, 'output'), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const printed = await run({ ...browser, ...env, ...output }, { specs, cwd, args });
    const text = await readFile(report, 'utf8').catch(() => {
      throw new Error(`Playwright wrote no report:\n${printed}`);
    });
    const { suites, errors } = JSON.parse(text) as JSONReport;
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
    return suites.flatMap(testsOf);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The output of the runner. Failed tests are in the report, so the exit code does not matter. */
function run(
  env: Readonly<Record<string, string>>,
  {
    specs,
    cwd,
    args,
  }: { readonly specs: URL; readonly cwd: string | undefined; readonly args: readonly string[] },
): Promise<string> {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const config = fileURLToPath(new URL('playwright.config.ts', specs));
  // Variables that this test runner sets for its own workers do not belong to another one.
  const {
    NODE_OPTIONS: _,
    FORCE_COLOR: __,
    TEST_WORKER_INDEX: ___,
    TEST_PARALLEL_INDEX: ____,
    ...own
  } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, 'test', '--config', config, '--reporter', 'json', ...args],
      { cwd, env: { ...own, ...env, NO_COLOR: '1' }, timeout: SPEC_TIMEOUT_MS, killSignal: 'SIGTERM' },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

function testsOf(suite: JSONReportSuite): PlaywrightTestResult[] {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }): PlaywrightTestResult => {
      const { status = 'none', workerIndex, errors, attachments } = results.at(-1) ?? {};
      return {
        file,
        project: projectName,
        title,
        status,
        worker: workerIndex ?? -1,
        message: errors?.map(({ message }) => message).join('\n') ?? '',
        attachments: Object.fromEntries(
          (attachments ?? []).map(({ name, path, body = '' }) => [
            name,
            path === undefined ? Buffer.from(body, 'base64').toString() : readFileSync(path, 'utf8'),
          ]),
        ),
      };
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

export interface App {
  readonly url: string;
  /** The addresses of the pages whose API requests came here, because no mock server intercepted them. */
  readonly strays: readonly string[];
  close(): Promise<void>;
}

/** The page under test, and a meeting point for two tests. It has no API: API requests get a 404. */
export async function serveApp(): Promise<App> {
  const page = readFileSync(new URL('app.html', FOLDER));
  const waiting = new Map<string, ServerResponse>();
  const strays: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://app.localhost');
    if (pathname === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else if (pathname === '/src/api/v1/client.ts') response.end('a file');
    else if (pathname === '/meet') {
      const place = searchParams.get('at') ?? '';
      const other = waiting.get(place);
      if (other) for (const met of [other, response]) met.end('met');
      else waiting.set(place, response);
    } else {
      if (pathname.startsWith('/api/')) strays.push(headers.referer ?? '');
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strays,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
