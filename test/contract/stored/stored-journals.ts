/**
 * The journals of the proof, stored in a folder that Git ignores. `prove --record` plays what is new and writes the verdicts of today
 * beside each journal; `prove --stored` judges the journals again, and names each verdict that has changed.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, createGzip } from 'node:zlib';
import { judge, type Verdict } from '../../../src/contract/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { caseSets, type Case, type CaseSet } from './case-sets.js';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'node_modules/.cache/deckhand/journals');

interface StoredCase {
  readonly id: string;
  readonly exchanges: readonly Exchange[];
  /** By the id of the rule: its outcome, and a hash of its findings if it has any. */
  readonly verdicts: Readonly<Record<string, string>>;
}

/** The changes of one rule: from one outcome to another one, or to other findings. */
interface Change {
  readonly text: string;
  readonly cases: string[];
}

/** Plays the sets whose sources have changed, and judges all. */
export async function recordJournals(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const set of caseSets) {
    const known = new Map<string, readonly Exchange[]>();
    if (!isStale(set)) for await (const { id, exchanges } of storedCases(set)) known.set(id, exchanges);
    const count = await writeSet(set, known);
    console.log(`${set.name}: ${count} journals, ${known.size} of them as they were`);
  }
}

/** @returns whether every verdict is the stored one */
export async function judgeStored(): Promise<boolean> {
  const changes = new Map<string, Change>();
  for (const set of caseSets) {
    if (!existsSync(fileOf(set))) {
      console.log(`${set.name}: not recorded. Run npm run prove -- --record`);
      continue;
    }
    const byId = new Map(set.cases.map((one) => [one.id, one]));
    const began = performance.now();
    let count = 0;
    let failing = 0;
    for await (const { id, exchanges, verdicts: before } of storedCases(set)) {
      const known = byId.get(id);
      if (!known) continue;
      const now = verdictsOf(known, exchanges);
      count++;
      if (Object.values(now).some((text) => text.startsWith('fail'))) failing++;
      for (const change of changesOf(before, now)) addChange(changes, change, `${set.name}: ${id}`);
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const note = isStale(set) ? '; STALE, its sources have changed: npm run prove -- --record' : '';
    console.log(`${set.name}: a rule fails in ${failing} of ${count} journals, in ${seconds} s${note}`);
  }
  for (const { text, cases } of changes.values())
    console.log(`CHANGED ${text} in ${cases.length}: ${cases.slice(0, 3).join('; ')}`);
  return changes.size === 0;
}

function changesOf(before: StoredCase['verdicts'], now: StoredCase['verdicts']): readonly string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...ids].flatMap((id) => {
    const [from = 'absent', to = 'absent'] = [before[id], now[id]];
    if (from === to) return [];
    const [outcome, other] = [from, to].map((text) => text.split(' ')[0]);
    return outcome === other ? `${id}: ${outcome} with other findings` : `${id}: ${outcome} → ${other}`;
  });
}

function addChange(changes: Map<string, Change>, text: string, where: string): void {
  const change = changes.get(text) ?? { text, cases: [] };
  changes.set(text, change);
  change.cases.push(where);
}

const verdictsOf = ({ judging }: Case, exchanges: readonly Exchange[]): StoredCase['verdicts'] =>
  Object.fromEntries(judge(exchanges, judging).map((verdict) => [verdict.rule.id, textOf(verdict)]));

function textOf({ outcome, findings, reason }: Verdict): string {
  if (outcome === 'error') return `error ${reason}`;
  const facts = findings.map(({ kind, message, exchange, path, expected, actual, about, compared, times }) =>
    // In one order, whichever the rule has.
    [kind, message, exchange, path, expected, actual, about, compared, times],
  );
  return findings.length === 0 ? outcome : `${outcome} ${hashOf(JSON.stringify(facts))}`;
}

/** Of equal journals in a set, one is stored. */
async function writeSet(set: CaseSet, known: ReadonlyMap<string, readonly Exchange[]>): Promise<number> {
  const file = fileOf(set);
  const zip = createGzip({ level: 4 });
  const output = zip.pipe(createWriteStream(`${file}.part`));
  const write = async (value: unknown): Promise<void> => {
    if (!zip.write(`${JSON.stringify(value)}\n`)) await once(zip, 'drain');
  };
  const prints = new Set<string>();
  for (const one of set.cases) {
    const exchanges = known.get(one.id) ?? (await playedOf(one));
    const print = exchanges && hashOf(JSON.stringify(exchanges));
    if (!print || prints.has(print)) continue;
    prints.add(print);
    await write({ id: one.id, exchanges, verdicts: verdictsOf(one, exchanges) } satisfies StoredCase);
  }
  zip.end();
  await once(output, 'finish');
  renameSync(`${file}.part`, file);
  writeFileSync(`${file}.sources`, sourcesOf(set));
  return prints.size;
}

/** @returns undefined if a dialect cannot speak, because a mutant removed what it edits */
async function playedOf({ play }: Case): Promise<readonly Exchange[] | undefined> {
  try {
    return await play();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function* storedCases(set: CaseSet): AsyncGenerator<StoredCase> {
  const input = createReadStream(fileOf(set)).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Infinity }))
    yield JSON.parse(line) as StoredCase;
}

const fileOf = ({ name }: CaseSet): string => join(FOLDER, `${name.replace(' ', '-')}.ndjson.gz`);

/** Whether the files that make the journals have changed since they were played. */
function isStale(set: CaseSet): boolean {
  const file = `${fileOf(set)}.sources`;
  return !existsSync(file) || readFileSync(file, 'utf8') !== sourcesOf(set);
}

const sourcesOf = ({ sources }: CaseSet): string =>
  hashOf(
    sources
      .flatMap(filesIn)
      .map((file) => `${file}\n${readFileSync(join(ROOT, file), 'utf8')}`)
      .join('\n'),
  );

function filesIn(path: string): readonly string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    .sort();
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64').slice(0, 12);
