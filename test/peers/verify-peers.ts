/**
 * Checks the peers at the default pace: jobs of 1 to 20 seconds, 20 requests a minute, and a gateway that loses 3 % of the
 * requests. Takes minutes. `npx tsx test/peers/verify-peers.ts [--fast] [SEED]...`. `--fast`: twenty times as fast, and without
 * a rate. Exits with 1 when a peer is accused.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toHar } from '../../src/journal/har.js';
import { peers } from './all-peers.js';
import { checkPeer, type PeerCheck } from './check-peer.js';
import type { Peer } from './peer.js';

const folder = join(import.meta.dirname, '../../node_modules/.cache/deckhand');
const { values, positionals } = parseArgs({
  options: { fast: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const seeds = positionals.length > 0 ? positionals.map(Number) : [1];
const service = values.fast ? { speed: 20, requestsPerMinute: 0 } : { speed: 1, requestsPerMinute: 20 };
const options = values.fast ? { requestsPerMinute: 0, pollInterval: 100 } : {};

await Promise.all(peers.flatMap((peer) => seeds.map((seed) => verify(peer, seed))));

async function verify(peer: Peer, seed: number): Promise<void> {
  const reason = peer.missing?.();
  if (reason !== undefined) return console.log(`skipped ${peer.name}: ${reason}`);
  const checked = await checkPeer(peer, { ...service, loss: 0.03, seed }, options);
  const accused = checked.report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  if (accused.length > 0) process.exitCode = 1;
  console.log(`\n${text(peer, seed, checked)}`);
  for (const { id, findings, reason: bug } of accused)
    console.log(`  ACCUSED by ${id}: ${bug ?? JSON.stringify(findings[0])}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `peer-${peers.indexOf(peer)}-${seed}.har`);
  writeFileSync(file, JSON.stringify(toHar(checked.exchanges, checked.report.tool)));
}

function text(peer: Peer, seed: number, { report, seconds, gateway }: PeerCheck): string {
  const warned = report.rules.filter(({ outcome }) => outcome === 'warn');
  const unreached = report.rules.filter(({ outcome }) => outcome === 'not-reached');
  return [
    `${peer.name}, seed ${seed}: ${report.outcome} after ${(seconds / 60).toFixed(1)} min`,
    `  ${report.requests} requests, ${report.jobs} jobs; the gateway lost ${gateway.lost} of ${gateway.requests}`,
    ...warned.map(({ id, findings }) => `  warning ${id}: ${findings[0]?.message}`),
    `  ${unreached.length} of ${report.rules.length} rules not reached`,
    ...unreached.map(({ id, reason }) => `    ${id}: ${reason}`),
  ].join('\n');
}
