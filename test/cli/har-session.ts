/** A session as other tools record it, and what `deckhand judge` says about the files with it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command } from '../../src/cli/judge.js';
import type { Report } from '../../src/judge/index.js';
import { runInProcess } from './run-in-process.js';
import { createTempFolder } from './temp-files.js';

/** One entry as other tools write it. */
export interface Entry {
  startedDateTime: string;
  time: number;
  request: { method: string; url: string; headers: object[]; bodySize: number; postData?: object };
  response: { status: number; headers: object[]; content: Record<string, unknown>; bodySize: number };
}

const json = [{ name: 'Content-Type', value: 'application/json' }];
const key = { name: 'Authorization', value: 'Bearer secret' };

export function entry(
  at: number,
  method: string,
  path: string,
  status: number,
  body: unknown,
  sent?: unknown,
): Entry {
  const text = JSON.stringify(body);
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 5000).toISOString(),
    time: 20,
    request: {
      method,
      url: `https://api.example/api/v1${path}`,
      headers: sent === undefined ? [key] : [key, ...json],
      bodySize: -1,
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: json,
      content: { size: text.length, mimeType: 'application/json', text },
      bodySize: -1,
    },
  };
}

const pollUrl = '/api/v1/presentations/generate/g1/status';
export const poll = (at: number, view: object): Entry =>
  entry(at, 'GET', '/presentations/generate/g1/status', 200, { generation_id: 'g1', ...view });

export const session = (): Entry[] => [
  entry(
    0,
    'POST',
    '/presentations/generate',
    202,
    { generation_id: 'g1', status: 'generating', poll_url: pollUrl },
    { prompt: 'Taxis' },
  ),
  poll(1, { status: 'generating' }),
  poll(2, { status: 'generating' }),
  poll(3, { status: 'failed', error: 'A timeout' }),
];

export const harText = (entries: readonly object[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });

export async function judge(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ code: unknown; report: Report; stderr: string }> {
  const folder = createTempFolder({});
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return judgeFile(join(folder, name));
}

export async function judgeFile(file: string): Promise<{ code: unknown; report: Report; stderr: string }> {
  const { code, stdout, stderr, error } = await runInProcess(command(), [file, '--report', 'json']);
  if (error) throw error;
  return { code, report: JSON.parse(stdout) as Report, stderr };
}
