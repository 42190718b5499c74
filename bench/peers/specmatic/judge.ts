/**
 * Specmatic: tests the operations by examples. They name jobs and presentations that exist, so this script makes them first, as its
 * documentation asks for. An example has the status that the service answered, because Specmatic reads no range of statuses.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentFor } from '../documents.js';
import { peerFile, versionOf } from '../install.js';
import { byExitCode, PROMPTS, type PeerJudge, type Target } from '../judge.js';
import { java, runTool } from '../tool.js';

type Json = Readonly<Record<string, unknown>>;

export const specmatic: PeerJudge = {
  name: `Specmatic ${versionOf('specmatic')}`,
  given:
    'an example of each operation, and of a job in each of the four states, made before it starts; `--strict`',
  async judge(target) {
    const { baseUrl, folder } = target;
    const document = join(folder, 'contract.json');
    // It takes a pattern that starts with a slash for a regular expression of JavaScript, and refuses it.
    writeFileSync(document, JSON.stringify(documentFor(baseUrl)).replaceAll('"^/api', '"^[/]api'));
    const examples = join(folder, 'examples');
    mkdirSync(examples);
    const all = await prepare(target);
    for (const [index, example] of all.entries())
      writeFileSync(
        join(examples, `${index}.json`),
        JSON.stringify({ name: `EXAMPLE_${index}`, ...example }),
      );
    const options = [`--testBaseURL=${baseUrl}`, `--examples=${examples}`, '--strict'];
    return byExitCode(
      await runTool({
        ...java(peerFile('specmatic/specmatic.jar'), 'test', document, ...options),
        cwd: folder,
      }),
    );
  },
};

async function prepare({ baseUrl, key }: Target): Promise<readonly Json[]> {
  const examples: Json[] = [];
  const send = async (method: string, path: string, body?: Json, status?: number): Promise<Json> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const init = {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    };
    const response = await fetch(baseUrl + path, init).catch(() => new Response(null, { status: 200 }));
    const answer = await response.json().catch(() => ({}));
    const expected = status ?? (response.ok ? response.status : 200);
    const request = { method, path, headers: { 'x-api-key': key }, ...(body && { body }) };
    examples.push({ 'http-request': request, 'http-response': { status: expected, body: answer } });
    return answer as Json;
  };
  const job = async (prompt: string, until: string): Promise<Json> => {
    const id = (await send('POST', '/presentations/generate', { prompt }, 202))['generation_id'];
    const path = `/presentations/generate/${String(id)}/status`;
    for (let poll = 0; poll < 60; poll += 1) {
      const view = await send('GET', path);
      // One example for each job: the last response, which the test repeats.
      if (view['status'] === until) return view;
      examples.pop();
      await sleep(20);
    }
    await send('GET', path);
    return {};
  };
  await send('GET', '/templates');
  const completed = await job(PROMPTS.plain, 'completed');
  const asking = await job(PROMPTS.questions, 'awaiting_input');
  await job(PROMPTS.failure, 'failed');
  await job(PROMPTS.plain, 'generating');
  const deck = String((completed['presentation'] as Json | undefined)?.['id']);
  await send('GET', `/presentations/${deck}`);
  await send('PATCH', `/presentations/${deck}`, { title: 'Renamed by Specmatic' });
  await send('POST', '/presentations', { template_id: 'template-1a', title: 'Created' });
  await send('POST', `/presentations/generate/${String(asking['generation_id'])}/message`, {
    message: 'Forty people',
  });
  return examples;
}
