/** The cases of the proof as sets, for stored journals: how each journal is made, and the files that can change it. */
import { clientRules, rules, type JudgeOptions } from '../../../src/contract/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { played } from '../../clients/client-case.js';
import { clientLiberties } from '../../clients/liberties/all-client-liberties.js';
import { clientMutants } from '../../clients/mutants/all-client-mutants.js';
import { provedCombinations } from '../../liberties/combination.js';
import { liberties } from '../../liberties/liberties.js';
import type { Liberty } from '../../liberties/liberty.js';
import type { Need } from '../../mutants/mutant.js';
import { mutants } from '../../mutants/mutants.js';
import type { Variation } from '../../mutants/plain-service/variation.js';
import { crossed, crosses, dialects } from '../crossed.js';
import { derived } from '../derived/derive.js';
import { derivedNeeds } from '../derived/prove-derived.js';
import { journal } from '../exchanges.js';
import { recordings } from '../recorded-part.js';
import { checkVirtually } from '../virtual-run.js';

export interface Case {
  readonly id: string;
  readonly judging: JudgeOptions;
  readonly play: () => Promise<readonly Exchange[]>;
}

export interface CaseSet {
  readonly name: string;
  /** Files and folders of the project. */
  readonly sources: readonly string[];
  readonly cases: readonly Case[];
}

const SERVICE = ['src/contract/explore', 'test/mutants', 'test/contract/virtual-run.ts'];
const LIBERTIES = [...SERVICE, 'test/liberties'];
const CLIENTS = ['src/service', 'src/scenario', 'scenarios', 'test/clients'];

const idOf = (chosen: readonly Liberty[]): string => chosen.map(({ id }) => id).join(' + ');
const applied = (chosen: readonly Liberty[]): readonly Variation[] => chosen.map(({ apply }) => apply);

function run(
  id: string,
  variations: () => readonly Variation[],
  needs: readonly Need[] = [],
  requestsPerMinute = 0,
): Case {
  return {
    id,
    judging: { rules, baseUrl: 'http://plain.example/api/v1' },
    play: async () => (await checkVirtually(variations(), needs, { requestsPerMinute })).exchanges,
  };
}

/** Both halves of a journal, each judged without the other. */
const halvesOf = ({ id, judging, play }: Case): readonly Case[] =>
  [0, 1].map((half) => ({
    id: `${id} (${half === 0 ? 'first' : 'second'} half)`,
    judging,
    play: async () => {
      const whole = await play();
      const middle = Math.floor(whole.length / 2);
      return half === 0 ? whole.slice(0, middle) : whole.slice(middle);
    },
  }));

const libertyRuns = liberties.map((liberty) => run(liberty.id, () => [liberty.apply]));

const clientCases = (all: typeof clientMutants | typeof clientLiberties): readonly Case[] =>
  all.map((client) => ({
    id: client.id,
    judging: { ...client.judging, rules: clientRules },
    play: () => played(client),
  }));

export const caseSets: readonly CaseSet[] = [
  {
    name: 'recordings',
    sources: ['test/contract/recordings', 'test/contract/exchanges.ts'],
    cases: recordings.map(({ title, lines, judging = {} }) => ({
      id: title,
      judging: { rules, ...judging },
      play: () => Promise.resolve(journal(...lines)),
    })),
  },
  {
    name: 'mutants',
    sources: SERVICE,
    cases: mutants.map(({ id, apply, needs }) => run(id, () => [apply], needs)),
  },
  { name: 'liberties', sources: LIBERTIES, cases: libertyRuns },
  { name: 'halves', sources: LIBERTIES, cases: libertyRuns.flatMap(halvesOf) },
  {
    name: 'combinations',
    sources: LIBERTIES,
    cases: provedCombinations().map((chosen) => run(idOf(chosen), () => applied(chosen))),
  },
  {
    name: 'dialects',
    sources: LIBERTIES,
    cases: dialects.map((dialect) => run(idOf(dialect), () => applied(dialect))),
  },
  {
    name: 'crosses',
    sources: LIBERTIES,
    cases: crosses(mutants).map(({ mutant, dialect }) =>
      run(`${mutant.id} in ${idOf(dialect)}`, () => crossed(mutant.apply, dialect), mutant.needs),
    ),
  },
  {
    name: 'derived',
    sources: [...SERVICE, 'test/contract/derived'],
    cases: derived.map(({ id, make }) => run(id, () => [make()], derivedNeeds)),
  },
  {
    name: 'paced',
    sources: LIBERTIES,
    cases: [
      ...mutants.map(({ id, apply, needs }) => run(id, () => [apply], needs, 20)),
      ...liberties.map(({ id, apply }) => run(id, () => [apply], [], 20)),
    ],
  },
  { name: 'bad clients', sources: CLIENTS, cases: clientCases(clientMutants) },
  { name: 'good clients', sources: CLIENTS, cases: clientCases(clientLiberties) },
];
