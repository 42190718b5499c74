import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { command } from '../../src/cli/verify.js';
import type { Report } from '../../src/judge/index.js';
import { startReferenceService, type RunningReferenceService } from '../reference-service/start.js';
import type { ServiceHooks } from '../reference-service/hooks.js';
import { SkippingClock } from '../verify/skipping-clock.js';
import { runInProcess } from './run-in-process.js';
import { createTempFolder } from './temp-files.js';

let service: RunningReferenceService;
/** Waits take no time. */
let pace: SkippingClock;

async function startService(...variations: readonly ServiceHooks[]): Promise<RunningReferenceService> {
  const started = await startReferenceService({ now: pace.now, delay: pace.sleep, variations });
  onTestFinished(() => started.close());
  return started;
}

beforeEach(async () => {
  pace = new SkippingClock();
  service = await startReferenceService({ now: pace.now });
  for (const name of ['DECKHAND_API_KEY', 'DECKHAND_HEADERS', 'DECKHAND_BASIC_AUTH'])
    vi.stubEnv(name, undefined);
});
afterEach(() => service.close());

const run = (...args: readonly string[]) =>
  runInProcess(
    command(() => pace),
    args,
  );
const verify = async (url: string, ...args: readonly string[]) => {
  const printed = await run(url, '--requests-per-minute', '0', '--poll-interval', '1ms', ...args);
  if (printed.error) throw printed.error;
  return printed;
};
const verifyWithKey = (...args: readonly string[]) =>
  verify(service.baseUrl, '--api-key', service.keys.first, ...args);
const file = (name: string) => join(createTempFolder({}), name);

test('a service without violations results in exit code 0 and a line of totals', async () => {
  const { code, stdout, stderr } = await verifyWithKey();
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^Plan for http:\/\/127\.0\.0\.1:\d+\/api\/v1: about \d+ requests and 2 jobs without pacing/,
  );
  expect(stderr).toMatch(
    /Sent \d+ requests and started 2 jobs\. The plan was about \d+ requests and 2 jobs\.\n$/,
  );
  expect(stdout).toMatch(
    /\n\d+ passed; [^]*\nPass: all covered rules passed; not covered: isolation\s+\(--other-api-key\)/,
  );
});

test('with -q, it prints only the verdict', async () => {
  const { stdout, stderr } = await verifyWithKey('-q');
  expect(stderr).toBe('');
  expect(stdout.trim()).toMatch(/^Pass: all covered rules passed;[^\n]*(?:\n +[^\n]*)*$/);
});

test('a violation results in exit code 1, and is printed with rule, sections, exchange and curl command', async () => {
  const broken = await startService({
    editResponse: (original, { operation }) =>
      operation === 'startGeneration' && original.status === 202 ? { ...original, status: 200 } : original,
  });
  const { code, stdout } = await verify(broken.baseUrl, '--api-key', broken.keys.first);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Violations\nFAIL {2}.*\n {2}start\/returns-202, sections 3, 4\.4\n/);
  expect(stdout).toMatch(/Expected +202\n +Actual +200\n/);
  expect(stdout).toMatch(
    /#\d+ POST \/api\/v1\/presentations\/generate →\s+200\s+\(key\s+in\s+Authorization,\s/,
  );
  expect(stdout).toMatch(/curl -i -X POST -H .* -H "authorization: Bearer \$DECKHAND_API_KEY"/);
});

test('a rejected key results in exit code 2 and the reason in one line, once in the log of a build server', async () => {
  const { code, stderr } = await verify(service.baseUrl, '--api-key', 'nobody', '--report', 'json');
  expect([code, stderr]).toEqual([
    2,
    'deckhand: Error: the target rejects the key: GET /templates returned 401 with both headers; check the key.\n',
  ]);
  const github = await verify(service.baseUrl, '--api-key', 'nobody', '--report', 'github');
  expect((github.stdout + github.stderr).split('the target rejects the key')).toHaveLength(2);
  expect(github.stdout).toMatch(/^::error title=deckhand::Error: the target rejects the key/);
});

test('a wrong base URL results in exit code 2 after three requests, and the reason in one line', async () => {
  const wrong = service.baseUrl.replace('/api/', '/wrong/api/');
  const { code, stdout, stderr } = await verify(wrong, '--api-key', service.keys.first, '--report', 'json');
  expect([code, JSON.parse(stdout).requests]).toEqual([2, 3]);
  expect(stderr.split('\n').at(-2)).toMatch(
    /^deckhand: Error: the service is not at http:\S+\/wrong\/api\/v1: .* returned 404; the base URL is /,
  );
});

test('a run that only writes files prints the verdict, the counts and the files, and no output has the key', async () => {
  vi.stubEnv('DECKHAND_API_KEY', service.keys.first);
  const [html, har] = [file('report.html'), file('run.har')];
  const { code, stdout, stderr } = await verify(
    service.baseUrl,
    ...['--report', `html=${html}`, '--har', har],
  );
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr.split('\n').at(-2)).toMatch(/^deckhand: Pass: .* \d+ passed; .*\d+ not covered\. Wrote /);
  expect(stderr.slice(stderr.lastIndexOf('Wrote '))).toBe(`Wrote ${html}, ${har}.\n`);
  for (const text of [stderr, readFileSync(html, 'utf8'), readFileSync(har, 'utf8')])
    expect(text).not.toContain(service.keys.first);
});

test('a dry run prints the plan, requires no key, and sends no request', async () => {
  const { code, stdout } = await verify('http://service.invalid/api/v1', '--dry-run');
  expect(code).toBeUndefined();
  expect(stdout).toContain('the isolation of workspaces: --other-api-key');
  const prompts = ['--question-prompt', 'q', '--failure-prompt', 'f'];
  const whole = await verify(
    'http://service.invalid/api/v1',
    '--dry-run',
    '--other-api-key',
    'k',
    ...prompts,
  );
  expect(whole.stdout).toMatch(/about \d+ requests and 7 jobs without pacing/);
  expect(stdout).toContain('The run itself requires a key: DECKHAND_API_KEY, or --api-key.');
});

test('a run without the required coverage is incomplete, unless --allow-uncovered waives it', async () => {
  const rejecting = await startService({
    editResponse: (original, { operation, workspace }) =>
      operation === 'startGeneration' && workspace !== undefined
        ? { status: 403, body: { error: 'not now' } }
        : original,
  });
  const args = [rejecting.baseUrl, '--api-key', rejecting.keys.first, '--report', 'json'] as const;
  const { code, stdout, stderr } = await verify(...args);
  expect([code, JSON.parse(stdout).outcome]).toEqual([2, 'incomplete']);
  expect(stderr).toMatch(
    /^deckhand: Incomplete: the start of a job never succeeded \(\d+ × 403.*\), so status and completed/m,
  );
  const names = 'start,status,completed,fetch,rename';
  const allowed = await verify(...args, '--allow-uncovered', names);
  expect(allowed.code).toBe(0);
  expect((JSON.parse(allowed.stdout) as Report).coverage.profile).toMatchObject({
    waived: names.split(','),
  });
});

test('--require adds a topic or a rule to the required coverage', async () => {
  const flags = ['--require', 'reply', '--require', 'rate-limit/returns-429'];
  const { code, stderr } = await verifyWithKey(...flags, '--report', 'json');
  expect(code).toBe(2);
  expect(stderr).toContain('no job with status awaiting_input (--question-prompt)');
  expect(stderr).toContain('rate-limit/returns-429');
});

test('--job-timeout limits a job, and --time-limit the whole run', async () => {
  // More states than a run has polls.
  const states = Array.from({ length: 5000 }, () => ({ status: 'generating' }) as const);
  const endless = await startService({ states: () => states });
  const args = [endless.baseUrl, '--api-key', endless.keys.first, '--report', 'json'] as const;
  const job = await verify(...args, '--job-timeout', '1s');
  expect([job.code, job.stderr]).toEqual([2, expect.stringMatching(/job \S+ stayed in status generating/)]);
  const whole = await verify(...args, '--time-limit', '1s', '--poll-interval', '20ms');
  expect(whole.stderr).toContain('the run reached its time limit of 1 s');
});

describe('behind a gateway', () => {
  const SECRET = 'gate-secret-5f2a';
  const PASSWORD = 'pass:word-77';
  const HTML = { 'content-type': 'text/html' };

  type Gate = (incoming: IncomingMessage, count: number) => number | undefined;

  /** @param gate the status of a page instead of the service's response, or nothing @returns its base URL, with a prefix */
  async function startGateway(gate: Gate): Promise<string> {
    let count = 0;
    const { hostname, port } = new URL(service.baseUrl);
    const server = createServer((incoming, outgoing) => {
      const status = gate(incoming, ++count);
      if (status !== undefined) return void outgoing.writeHead(status, HTML).end('<h1>Gateway</h1>');
      const { authorization, 'x-gate': sent, ...headers } = incoming.headers;
      const own = authorization?.startsWith('Bearer ') ? { ...headers, authorization } : headers;
      const path = incoming.url?.replace('/team', '');
      const onward = request({ hostname, port, path, method: incoming.method, headers: own }, (response) => {
        // Some gateways echo request headers.
        const added = { ...response.headers, 'x-debug': `gate=${String(sent)}` };
        response.pipe(outgoing.writeHead(response.statusCode ?? 502, added));
      });
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/team/api/v1`;
  }

  async function verifyBehind(url: string, ...args: readonly string[]) {
    const [text, json, har] = [file('report.txt'), file('report.json'), file('run.har')];
    const reports = ['--report', 'github', '--report', `text=${text}`, '--report', `json=${json}`];
    const key = ['--api-key', service.keys.first];
    const { code, stdout, stderr } = await verify(url, ...key, ...reports, '--har', har, ...args);
    const files = [text, json, har].map((name) => readFileSync(name, 'utf8'));
    const [, report = '', traffic = ''] = files;
    const all = [stdout, stderr, ...files].join('\n');
    return { code, stdout, all, report: JSON.parse(report) as Report, har: JSON.parse(traffic) };
  }

  test('its header is sent with every request, and its value is in no output', async () => {
    let without = 0;
    const url = await startGateway(({ headers }) => {
      if (headers['x-gate'] !== SECRET) without++;
      return undefined;
    });
    const { code, all, report, har } = await verifyBehind(url, '--header', `X-Gate: ${SECRET}`);
    expect([code, without, all.includes(SECRET)]).toEqual([0, 0, false]);
    expect(report.connection).toEqual({ headers: ['X-Gate'] });
    for (const entry of har.log.entries)
      expect(entry.request.headers).toContainEqual({ name: 'X-Gate', value: '[redacted gateway]' });
  });

  test('with basic authentication, the key is only in x-api-key, which covers the rules', async () => {
    const expected = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`;
    const url = await startGateway(({ headers }) => (headers.authorization === expected ? undefined : 401));
    const { code, all, report } = await verifyBehind(url, '--basic-auth', `ann:${PASSWORD}`);
    expect([code, report.reason, report.summary.fail]).toEqual([0, undefined, 0]);
    for (const secret of [PASSWORD, expected]) expect(all).not.toContain(secret);
    const bearer = report.rules.find(({ id }) => id === 'auth/accepts-bearer-header');
    expect(bearer?.outcome).toBe('not-covered');
  });

  test('407 stops the run', async () => {
    const { code, report, stdout } = await verifyBehind(await startGateway(() => 407));
    expect([code, report.outcome, report.summary.fail]).toEqual([2, 'error', 0]);
    expect(stdout).toContain('a gateway responded 407');
  });

  test('a page with 502, 503 or 504 is not a violation, and is counted', async () => {
    const url = await startGateway((_, count) => (count % 9 === 0 ? 502 + (count % 3) : undefined));
    const { report, all } = await verifyBehind(url);
    expect(report.summary.fail).toBe(0);
    expect(report.gatewayResponses.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(3);
    expect(report.operations.reduce((sum, { serverErrors }) => sum + serverErrors, 0)).toBe(0);
    expect(all).toMatch(/\d+\s+responses\s+came\s+from\s+a\s+gateway,\s+not\s+from\s+the\s+service/);
  });
});

test('a report counts the results of each operation, with its latency, and lists the created resources', async () => {
  const { stdout } = await verifyWithKey('--report', 'json');
  const report = JSON.parse(stdout) as Report;
  expect(report.operations.map(({ operation }) => operation)).toContain('getGenerationStatus');
  for (const { requests, latencyMs, endpoint: _, operation: __, ...counts } of report.operations) {
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(requests);
    const { p50 = 0, p99 = 0, max = 0 } = latencyMs ?? {};
    expect(p50 <= p99 && p99 <= max).toBe(true);
  }
  expect(report.createdResources?.jobs).toHaveLength(report.jobs);
  expect(report.createdResources?.jobs[0]).toEqual({
    id: expect.any(String),
    prompt: expect.stringContaining('created by a contract check'),
  });
});

const good = 'http://x.example/api/v1';
const withKey = [good, '--api-key', 'k'];

test.each([
  [[good], '--api-key is missing.'],
  [[good, '--api-key', 'two words'], 'The key of --api-key has spaces or other characters'],
  [[...withKey, '--presentation-id', 'p'], '--presentation-id requires --read-only.'],
  [[...withKey, '--other-api-key', 'k'], '--other-api-key is the same key as --api-key.'],
  [[...withKey, '--require', 'job/terminal'], 'Did you mean job/terminal-status-is-final?'],
  [[...withKey, '--basic-auth', 'a:b', '--header', 'Authorization: Bearer x'], 'set the same header'],
  [[...withKey, '--tls-cert', 'package.json'], '--tls-cert requires --tls-key'],
  [[...withKey, '--ca', 'package.json'], 'package.json cannot be read as certificates'],
])('%j is a usage error: %s', async (args, message) => {
  const { error, errorText } = await run(...args);
  expect(error).toHaveProperty('name', 'UserError');
  expect(errorText).toContain(message);
  expect(errorText).not.toContain('two words');
});
