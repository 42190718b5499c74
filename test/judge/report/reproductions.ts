/** Runs the commands of findings in a shell, and reports those whose last response lacks the status or the value of the finding. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type FindingReport, type Report } from '../../../src/judge/index.js';
import { verify } from '../../../src/verify/index.js';
import { isObject } from '../../../src/base/json.js';
import { createHttpClient } from '../../../src/proxy/http-client.js';
import type { Mutant } from '../../mutants/mutant.js';
import { prompts } from '../../reference-service/job-scripts.js';
import { startPlainService } from '../../reference-service/start.js';
import { createSkippingClock } from '../../verify/skipping-clock.js';

const run = promisify(execFile);

export interface Reproduced {
  /** The number of findings whose commands were run. */
  readonly run: number;
  /** What the commands do not show, one line each. */
  readonly failures: readonly string[];
}

/** Verifies a mutant, and runs the commands of the first finding of each rule that fails. */
export async function reproduce({ id, hooks, needs = [] }: Mutant): Promise<Reproduced> {
  const pace = createSkippingClock();
  const service = await startPlainService({ variations: [hooks], now: pace.now });
  const client = createHttpClient();
  try {
    const { report } = await verify(
      {
        baseUrl: service.baseUrl,
        apiKey: service.keys.first,
        otherApiKey: service.keys.second,
        apiKeyWithoutAccess: service.keys.disabled,
        requestsPerMinute: 0,
        questionPrompt: needs.includes('two-questions') ? prompts.twoQuestions : prompts.question,
        failurePrompt: prompts.failure,
      },
      { transport: client.transport, clock: pace },
    );
    const failures: string[] = [];
    let count = 0;
    for (const rule of report.rules.filter(({ outcome }) => outcome === 'fail')) {
      const [finding] = rule.findings.filter(
        ({ severity, sameCauseAs }) => severity === 'fail' && !sameCauseAs,
      );
      const commands = finding?.reproduce ?? (finding?.curl === undefined ? [] : [finding.curl]);
      if (!finding || commands.length === 0) continue;
      count++;
      const out = await shell(commands, service.keys);
      const problem = whatIsMissing(finding, report, out);
      if (problem !== undefined)
        failures.push(`${id}, ${rule.id}: ${problem}\n${commands.join('\n')}\n${out}`);
    }
    return { run: count, failures };
  } finally {
    client.close();
    await service.close();
  }
}

/** @returns the output of the commands */
async function shell(
  commands: readonly string[],
  keys: { readonly first: string; readonly second: string; readonly disabled: string },
): Promise<string> {
  const script = commands
    .join('\n')
    .replaceAll('curl ', 'curl --no-progress-meter ')
    .replaceAll(/sleep [\d.]+/g, 'sleep 0.01');
  const env = {
    PATH: process.env['PATH'],
    DECKHAND_API_KEY: keys.first,
    DECKHAND_OTHER_API_KEY: keys.second,
    DECKHAND_API_KEY_WITHOUT_ACCESS: keys.disabled,
  };
  try {
    return (await run('/bin/sh', ['-c', script], { env, timeout: 20_000 })).stdout;
  } catch (error) {
    return `the commands fail: ${String(error).slice(0, 200)}`;
  }
}

function whatIsMissing(
  { exchange, bodyPath, actual, effectOf }: FindingReport,
  { exchanges }: Report,
  out: string,
): string | undefined {
  const responses = out.split(/(?=HTTP\/1\.1 \d{3})/);
  const [head = '', ...body] = (responses.at(-1) ?? '').split('\r\n\r\n');
  const found = exchanges.find(({ sequence }) => sequence === exchange);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  // The views of a loop come before the last response.
  const views = out.split('\n').filter((line) => line.startsWith('{'));
  if (found?.status !== undefined && status !== String(found.status) && views.length === 0)
    return `the last status is ${status ?? 'missing'}, and not ${found.status}`;
  const state = /"status":"(\w+)"/.exec(found?.responseBody ?? '')?.[1];
  if (state !== undefined && !out.includes(`"status":"${state}"`)) return `no view has the status ${state}`;
  const request = exchanges.find(({ sequence }) => sequence === effectOf);
  if (request && !out.includes(`HTTP/1.1 ${request.status}`))
    return `no response has the status ${request.status} of the request whose effect the finding shows`;
  if (bodyPath === undefined || !isPlain(actual)) return undefined;
  const values = [body.join('\r\n\r\n'), ...views].map((text) => valueAt(text, bodyPath));
  return values.some((value) => value === actual)
    ? undefined
    : `${bodyPath} is never ${JSON.stringify(actual)}`;
}

/** Values that are the same for every job and presentation. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || value === 'no such field' || value === '';

function valueAt(text: string, path: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value === undefined ? 'no such field' : value;
}
