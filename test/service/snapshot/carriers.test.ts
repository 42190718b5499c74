/** A state file and a tab keep the same lines, and one reader checks them. */
import { describe, expect, it } from 'vitest';
import fc, { cases } from '../../fast-check.js';
import type { DeckhandOptions } from '../../../src/app/deckhand.js';
import { restoreSaved } from '../../../src/integrations/browser/put-back.js';
import { restoreFile } from '../../../src/server/state/restore-file.js';
import { WorkspaceText } from '../../../src/server/state/workspace-text.js';
import { END_LINE, headLine, stateLines } from '../../../src/service/snapshot/lines.js';
import { StateReader } from '../../../src/service/snapshot/read.js';
import { takeParts } from '../../../src/service/snapshot/take.js';
import type { UserError } from '../../../src/base/user-error.js';
import { saved } from '../../integrations/browser/saved-tab.js';
import { act, acts } from '../control/random-history.js';
import { Virtual } from '../control/virtual.js';

const OPTIONS: DeckhandOptions = { seed: 7, rateLimit: '15/1m', scenario: 'slow-progress' };

/** Each place: how the state of one mock server gets there, and to another mock server. */
const carriers: Readonly<Record<string, (from: Virtual, to: Virtual) => Promise<void>>> = {
  'a state file': async (from, to) => {
    const text = new WorkspaceText(from.deckhand, 'ws_dev');
    await text.update(from.at);
    const file = [headLine(0), ...text.lines.map(String), END_LINE].join('');
    await restoreFile(to.deckhand, file, 'state.json', to.at);
  },
  'a tab': async (from, to) => restoreSaved(to.deckhand, saved(from.deckhand)),
};

describe.each(Object.entries(carriers))('%s', (name, carry) => {
  it('continues as the original would', async () => {
    await fc.assert(
      fc.asyncProperty(acts, acts, async (before, after) => {
        const [first, second] = [new Virtual(OPTIONS), new Virtual(OPTIONS)];
        const jobs: string[] = [];
        for (const what of before) await act(first, jobs, what);
        second.at = first.at;
        await carry(first, second);
        // A state file has no journals.
        if (name === 'a state file') for (const one of [first, second]) await one.run('clearJournal');
        expect(await second.run('takeSnapshot')).toEqual(await first.run('takeSnapshot'));
        const others = [...jobs];
        for (const what of after)
          expect(await act(second, others, what)).toEqual(await act(first, jobs, what));
        expect(others).toEqual(jobs);
      }),
      cases(40),
    );
  });
});

/** The lines of a state that has something of everything. */
async function richLines(): Promise<string[]> {
  const stage = new Virtual(OPTIONS);
  const id = await stage.job('Boats [scenario: asks-a-question]');
  const done = await stage.job('Tides');
  await stage.run('advanceClock', {}, { by: '6s' });
  await stage.poll(id);
  await stage.reply(id);
  await stage.run('completeJob', { job: done });
  await stage.run('askJob', { job: id }, { message: 'Who?' });
  await stage.api('PATCH', `/presentations/${done.replace('gen_', 'pres_')}`, { title: 'New' });
  await stage.api('POST', '/presentations', { template_id: 'tpl_pitch' });
  await stage.run('armFault', {}, { on: 'listTemplates', times: 2, answer: { status: 503 } });
  await stage.run('useScenario', {}, { name: 'instant' });
  await stage.run('createApiKey');
  await stage.deckhand.arrange((db) =>
    db.template.create({
      id: 'tpl_own',
      workspaceId: 'ws_dev',
      name: 'T',
      description: '',
      outline: ['A'],
      slideCount: 1,
    }),
  );
  const { service, directory } = stage.deckhand;
  const snapshots = ['', ...directory.workspaces().map((row) => row.id)].map((workspace) => {
    const { journal } = service.workspace(workspace, stage.at);
    const { dropped } = journal;
    return takeParts(service, workspace, stage.at, { dropped, exchanges: journal.exchanges() });
  });
  return [...stateLines(service.sequence, snapshots)];
}

function* fieldsOf(value: unknown, pointer = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    yield `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    yield* fieldsOf(child, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

/** The same JSON with a value of another type at one place. */
function damaged(line: string, pointer: string): string {
  const whole = JSON.parse(line);
  const parts = pointer.slice(1).split('/');
  const last = parts.pop() as string;
  const name = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
  const parent = parts.reduce((value, part) => value[name(part)], whole);
  parent[name(last)] = Array.isArray(parent[name(last)]) ? 'x' : [];
  return JSON.stringify(whole);
}

/** A missing field is named by its own pointer, a choice of several types by that of the whole. */
function isAt(named: string, pointer: string): boolean {
  return pointer.startsWith(named) || named.startsWith(pointer);
}

function refusal(lines: readonly string[]): UserError | undefined {
  const reader = new StateReader();
  try {
    for (const line of lines) reader.addLines(line);
    reader.finish();
    return undefined;
  } catch (error) {
    return error as UserError;
  }
}

describe('the reader', () => {
  it('accepts the whole state', async () => {
    expect(refusal(await richLines())).toBeUndefined();
  });

  it('refuses a value of another type in any field, and names the field', async () => {
    const lines = await richLines();
    const accepted: string[] = [];
    const misplaced: string[] = [];
    const kinds = new Set<string>();
    for (const [index, line] of lines.entries())
      for (const pointer of fieldsOf(JSON.parse(line))) {
        kinds.add(pointer.replaceAll(/\/\d+/g, ''));
        const error = refusal(lines.with(index, damaged(line, pointer)));
        if (!error) accepted.push(`${index} ${pointer}`);
        else if (
          index > 0 &&
          pointer !== '/end' &&
          !error.faults.some((fault) => isAt(fault.pointer, pointer))
        )
          misplaced.push(`${index} ${pointer}: ${error.message}`);
      }
    expect(kinds.size).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
    expect(misplaced).toEqual([]);
  });
});
