import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, type TestContext } from 'vitest';
import { peers } from './all-peers.js';
import { checkPeer } from './check-peer.js';
import { fastifyPeer, startOn } from './fastify-sqlite/server.js';
import { startGateway } from './gateway.js';
import type { RunningPeer } from './peer.js';

const quick = { speed: 20, requestsPerMinute: 0, seed: 3 };

describe.each(peers)('$name', (peer) => {
  const missing = peer.missing?.();
  beforeEach(({ skip }: TestContext) => skip(missing !== undefined, missing));

  test('is not accused, behind a gateway that loses requests', { timeout: 120_000 }, async () => {
    const { report, gateway } = await checkPeer(
      peer,
      { ...quick, loss: 0.03 },
      { requestsPerMinute: 0, pollInterval: 100, settle: 200 },
    );
    const accused = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
    expect(accused.map(({ id, findings }) => `${id}: ${findings[0]?.message}`)).toEqual([]);
    expect(report.jobs).toBeGreaterThan(1);
    expect(gateway.requests).toBeGreaterThan(50);
  });

  test('refuses a workspace without API access', async () => {
    running = await peer.start(quick);
    const { status } = await fetch(`${running.baseUrl}/templates`, {
      headers: { 'x-api-key': peer.keys.disabled },
    });
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test('answers 429 above its rate', async () => {
    running = await peer.start({ ...quick, requestsPerMinute: 5 });
    const codes: number[] = [];
    for (let sent = 0; sent < 12; sent++) {
      const response = await fetch(`${running.baseUrl}/templates`, {
        headers: { 'x-api-key': peer.keys.first },
      });
      codes.push(response.status);
    }
    expect(codes).toContain(200);
    expect(codes).toContain(429);
  });
});

let running: RunningPeer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

test('the Fastify peer continues with its data after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'peer-'));
  const headers = { authorization: `Bearer ${fastifyPeer.keys.first}`, 'content-type': 'application/json' };
  running = await startOn(join(folder, 'kept.db'), quick);
  const start = await fetch(`${running.baseUrl}/presentations/generate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompt: 'Kept. After a restart' }),
  });
  const { generation_id: id } = (await start.json()) as { generation_id: string };
  await running.close();
  running = await startOn(join(folder, 'kept.db'), quick, () =>
    rmSync(folder, { recursive: true, force: true }),
  );
  const { baseUrl } = running;
  const view = async () =>
    (await (await fetch(`${baseUrl}/presentations/generate/${id}/status`, { headers })).json()) as object;
  await expect
    .poll(view)
    .toMatchObject({ generation_id: id, status: 'completed', presentation: { title: 'Kept' } });
});

test('a gateway that loses all requests answers none of them with a success', async () => {
  running = await startGateway(await fastifyPeer.start(quick), { loss: 1, seed: 1 });
  const { baseUrl } = running;
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, () =>
      fetch(`${baseUrl}/templates`, { headers: { 'x-api-key': fastifyPeer.keys.first } }).then(
        ({ status }) => String(status),
        () => 'reset',
      ),
    ),
  );
  expect([...new Set(outcomes)].sort()).toEqual(['502', '504', 'reset']);
});
