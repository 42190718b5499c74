import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { command } from '../../src/cli/verify.js';
import type { Pace } from '../../src/contract/index.js';
import { UserError } from '../../src/base/user-error.js';
import { startPlainService, type RunningPlainService } from '../mutants/plain-service/start.js';
import { hastyPace } from '../contract/hasty-pace.js';
import { folderOf } from './temporary.js';

let service: RunningPlainService;
/** Waits take no time. */
let pace: Pace;
let output = '';
let errors = '';

beforeEach(async () => {
  pace = hastyPace();
  service = await startPlainService({ now: pace.now });
  output = errors = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((errors += String(text))));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void (errors += `${line}\n`));
  vi.stubEnv('DECKHAND_API_KEY', undefined);
});

afterEach(async () => {
  process.exitCode = undefined;
  await service.close();
});

/** Runs the command, and returns its exit code. */
async function verify(...args: readonly string[]): Promise<typeof process.exitCode> {
  process.exitCode = undefined;
  await command(() => pace)
    .exitOverride()
    .parseAsync(args, { from: 'user' });
  return process.exitCode;
}

const quick = ['--requests-per-minute', '0', '--poll-interval', '1ms'];
const file = (name: string) => join(folderOf({}), name);

test('a service without violations ends with 0 and a line of totals', async () => {
  expect(await verify(service.baseUrl, '--api-key', service.keys.first, ...quick)).toBe(0);
  expect(errors).toMatch(
    /^Plan for http:\/\/127\.0\.0\.1:\d+\/api\/v1: about \d+ requests and 2 jobs without pacing/,
  );
  expect(output).toMatch(
    /\n\d+ kept; [^]*\nPass: every examined promise is kept; not examined: isolation\s+\(--other-api-key\)/,
  );
});

test('with -q, it prints the verdict only', async () => {
  expect(await verify(service.baseUrl, '--api-key', service.keys.first, ...quick, '-q')).toBe(0);
  expect(errors).toBe('');
  expect(output.trim()).toMatch(/^Pass: every examined promise is kept;[^\n]*(?:\n +[^\n]*)?$/);
});

test('the key can come from the environment, and is in no output', async () => {
  vi.stubEnv('DECKHAND_API_KEY', service.keys.first);
  const [report, har] = [file('report.json'), file('journal.har')];
  expect(
    await verify(service.baseUrl, ...quick, '--report', 'text', '--report', `json=${report}`, '--har', har),
  ).toBe(0);
  const written = [output, errors, readFileSync(report, 'utf8'), readFileSync(har, 'utf8')];
  for (const text of written) expect(text).not.toContain(service.keys.first);
});

test('the JSON report has the documented fields', async () => {
  await verify(service.baseUrl, '--api-key', service.keys.first, ...quick, '--report', 'json');
  expect(JSON.parse(output)).toMatchObject({
    tool: { name: 'deckhand', version: expect.any(String) },
    target: service.baseUrl,
    outcome: 'pass',
    summary: { fail: 0 },
    requests: expect.any(Number),
    jobs: 2,
    rules: expect.arrayContaining([
      {
        id: 'job/terminal-is-final',
        sections: ['3', '7'],
        level: 'must',
        outcome: 'pass',
        checked: expect.any(Number),
        title: expect.any(String),
        reading: expect.any(String),
        findings: [],
      },
    ]),
  });
});

test('a violation ends with 1, and is shown with rule, sections, exchange and curl line', async () => {
  const broken = await startPlainService({
    now: pace.now,
    variations: [
      {
        answer: (honest, { operation }) =>
          operation === 'startGeneration' && honest.status === 202 ? { ...honest, status: 200 } : honest,
      },
    ],
  });
  expect(await verify(broken.baseUrl, '--api-key', broken.keys.first, ...quick)).toBe(1);
  await broken.close();
  expect(output).toMatch(/^Broken promises\nFAIL {2}.*\n {2}start\/answers-202, sections 3, 4\.4\n/);
  expect(output).toMatch(/Expected +202\n +Got +200\n/);
  expect(output).toMatch(/#\d+ POST \/api\/v1\/presentations\/generate →\s+200\s+\(key\s+in\s+bearer,\s/);
  expect(output).toMatch(/curl -i -X POST -H .* -H "authorization: Bearer \$DECKHAND_API_KEY"/);
});

test('a refused key ends with 2 and the reason in one line', async () => {
  expect(await verify(service.baseUrl, '--api-key', 'nobody', ...quick, '--report', 'json')).toBe(2);
  expect(errors).toMatch(
    /^deckhand: Error: the target refuses the key: GET \/templates returned 401 for both headers; check the key\.\n$/,
  );
});

test('an address where nothing is found ends with 2 after three requests, and the reason in one line', async () => {
  const wrong = service.baseUrl.replace('/api/', '/wrong/api/');
  expect(await verify(wrong, '--api-key', service.keys.first, ...quick, '--report', 'json')).toBe(2);
  expect(JSON.parse(output)).toMatchObject({ requests: 3 });
  expect(errors.split('\n').at(-2)).toMatch(
    /^deckhand: Error: the service is not at http:\S+\/wrong\/api\/v1: .* returned 404; the base address is /,
  );
});

test('a log with annotations has the reason of a run without a verdict once', async () => {
  expect(await verify(service.baseUrl, '--api-key', 'nobody', ...quick, '--report', 'github')).toBe(2);
  expect((output + errors).split('the target refuses the key')).toHaveLength(2);
  expect(output).toMatch(/^::error title=deckhand::Error: the target refuses the key/);
});

test('a run that writes files only ends with the verdict, the counts and the files on standard error', async () => {
  const [report, har] = [file('report.html'), file('run.har')];
  const args = ['--api-key', service.keys.first, ...quick, '--report', `html=${report}`, '--har', har];
  expect(await verify(service.baseUrl, ...args)).toBe(0);
  expect(output).toBe('');
  expect(errors.split('\n').at(-2)).toMatch(/^deckhand: Pass: .* \d+ kept; .*\d+ not reached\. Wrote /);
  expect(errors.slice(errors.lastIndexOf('Wrote '))).toBe(`Wrote ${report}, ${har}.\n`);
});

test('a dry run prints the plan, needs no key, and sends no request', async () => {
  expect(await verify('http://service.invalid/api/v1', '--dry-run')).toBeUndefined();
  expect(output).toContain('the isolation of workspaces: --other-api-key');
  expect(output).toContain('The run itself needs a key: DECKHAND_API_KEY, or --api-key.');
  output = '';
  await verify('http://service.invalid/api/v1', '--dry-run', '--api-key', 'a-key');
  expect(output).not.toContain('needs a key');
});

test.each([
  [['http://x.example/api/v1'], '--api-key is missing.'],
  [
    ['http://x.example/api/v1', '--api-key', 'two words'],
    'The key of --api-key has spaces or other characters that are not allowed in a header.',
  ],
  [
    ['http://x.example/api/v1', '--api-key', 'k', '--presentation-id', 'p'],
    '--presentation-id needs --read-only.',
  ],
  [
    ['http://x.example/api/v1', '--api-key', 'k', '--other-api-key', 'k'],
    '--other-api-key is the same key as --api-key.',
  ],
  [
    ['http://x.example/api/v1', '--api-key', 'k', '--require', 'job/terminal'],
    '--require: there is no "job/terminal". Did you mean job/terminal-is-final?',
  ],
  [
    ['http://x.example/api/v1', '--api-key', 'k', '--allow-incomplete', 'renames'],
    '--allow-incomplete: there is no "renames". Did you mean rename?',
  ],
])('%j is a mistake of the user: %s', async (args, message) => {
  const mistake = await verify(...args).catch((error: unknown) => error);
  expect(mistake).toBeInstanceOf(UserError);
  expect((mistake as UserError).summary).toBe(message);
  expect((mistake as UserError).format()).not.toContain('two words');
});
