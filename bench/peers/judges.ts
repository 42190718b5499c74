/**
 * Compares judges: each tests the same services, each service started anew for it. Caught mutants are good, accused liberties are
 * false alarms. A tool that accuses the honest service is set up wrongly, so the run ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liberties } from '../../test/liberties/liberties.js';
import { mutants } from '../../test/mutants/mutants.js';
import { startPlainService } from '../../test/mutants/plain-service/start.js';
import type { Variation } from '../../test/mutants/plain-service/variation.js';
import { median } from '../median.js';
import { table } from '../table.js';
import { deckhand } from './deckhand/judge.js';
import { dredd } from './dredd/judge.js';
import { hasJava } from './install.js';
import type { Judgement, PeerJudge } from './judge.js';
import { portman } from './portman/judge.js';
import { prism } from './prism/judge.js';
import { respect } from './respect/judge.js';
import { drawn } from './sample.js';
import { specmatic } from './specmatic/judge.js';

const SEED = 2026;
const MUTANTS = 40;
const LIBERTIES = 24;
/** Targets at a time. Tools take turns on each. */
const HANDS = 3;

interface Service {
  readonly id: string;
  readonly kind: 'honest' | 'mutant' | 'liberty';
  readonly apply: Variation;
}

interface Run extends Judgement {
  readonly service: Service;
  readonly tool: string;
  readonly requests: number;
  readonly seconds: number;
}

/** @returns Markdown */
export async function measureJudges(print: (text: string) => void): Promise<string> {
  const [only = ''] = process.argv.flatMap((word) => (word.startsWith('--only=') ? word.slice(7) : []));
  const all = [deckhand, respect, portman, dredd, prism, ...(hasJava() ? [specmatic] : [])];
  const judges = all.filter(({ name }) => name.startsWith(only));
  const honest: Service = { id: 'honest', kind: 'honest', apply: {} };
  // One after the other, so that the tools are installed once, and their first times are not counted.
  for (const judge of judges) {
    const run = await judgeOne(judge, honest);
    print(
      `${judge.name} on the honest service: ${run.outcome}, ${run.requests} requests, ${run.seconds.toFixed(1)} s`,
    );
    if (run.outcome !== 'passed')
      throw new Error(`${judge.name} does not pass the honest service:\n${run.output}`);
  }
  const services: readonly Service[] = [
    ...drawn(mutants, MUTANTS, SEED).map(({ id, apply }) => ({ id, kind: 'mutant' as const, apply })),
    ...drawn(liberties, LIBERTIES, SEED).map(({ id, apply }) => ({ id, kind: 'liberty' as const, apply })),
  ];
  const runs: Run[] = [];
  const queue = services.values();
  const work = async (): Promise<void> => {
    for (const service of queue) {
      for (const judge of judges) runs.push(await judgeOne(judge, service));
      const done = runs.filter(({ service: { id } }) => id === service.id);
      print(
        `${service.kind} ${service.id}: ${done.map(({ tool, outcome }) => `${tool} ${outcome}`).join(', ')}`,
      );
    }
  };
  await Promise.all(Array.from({ length: HANDS }, work));
  return [
    `${MUTANTS} of ${mutants.length} mutants and ${LIBERTIES} of ${liberties.length} liberties, drawn with seed ${SEED}; ${HANDS} services at a time.`,
    resultTable(judges, runs),
    missesTable(judges, runs),
  ].join('\n\n');
}

async function judgeOne(judge: PeerJudge, service: Service): Promise<Run> {
  let requests = 0;
  const counting: Variation = {
    wire: (wire) => {
      requests += 1;
      return wire;
    },
  };
  const running = await startPlainService({ variations: [service.apply, counting] });
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-peers-'));
  const { first: key, second: otherKey, disabled: disabledKey } = running.keys;
  const began = performance.now();
  try {
    const target = { baseUrl: running.baseUrl, key, otherKey, disabledKey, folder };
    const judgement = await judge
      .judge(target)
      .catch((error: unknown): Judgement => ({ outcome: 'error', output: String(error) }));
    return { ...judgement, service, tool: judge.name, requests, seconds: (performance.now() - began) / 1000 };
  } finally {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultTable(judges: readonly PeerJudge[], runs: readonly Run[]): string {
  return table(
    ['Judge', 'Mutants caught', 'False alarms', 'Could not judge', 'Requests', 'Seconds'],
    judges.map(({ name }) => {
      const own = runs.filter(({ tool }) => tool === name);
      const share = (kind: Service['kind'], outcome: Judgement['outcome']): string => {
        const all = own.filter(({ service }) => service.kind === kind);
        return `${all.filter((run) => run.outcome === outcome).length} of ${all.length}`;
      };
      return [
        name,
        share('mutant', 'accused'),
        share('liberty', 'accused'),
        String(own.filter(({ outcome }) => outcome === 'error').length),
        String(Math.round(median(own.map(({ requests }) => requests)))),
        median(own.map(({ seconds }) => seconds)).toFixed(1),
      ];
    }),
  );
}

/** Which tools caught which mutant, so that the sum can be looked at. */
function missesTable(judges: readonly PeerJudge[], runs: readonly Run[]): string {
  const ids = [...new Set(runs.map(({ service }) => `${service.kind} \`${service.id}\``))].toSorted();
  const words = { accused: 'accused', passed: '', error: 'no verdict' };
  const cell = (id: string, name: string): string => {
    const run = runs.find(({ tool, service }) => tool === name && `${service.kind} \`${service.id}\`` === id);
    return run ? words[run.outcome] : '';
  };
  const rows = ids.map((id) => [id, ...judges.map(({ name }) => cell(id, name))]);
  const short = judges.map(({ name }) => name.replace(/ [\d.]+| and Newman.*/g, ''));
  return `<details>\n<summary>Each service</summary>\n\n${table(['Service', ...short], rows)}\n\n</details>`;
}
