/** The worker: looks for generations whose step is over, and moves them on. */
import { randomUUID } from 'node:crypto';
import { many, one, type Database, type Row } from './database.js';
import type { Step } from './script.js';

const TICK = 20;

/** @returns a function that stops the worker */
export function startWorker(database: Database): () => void {
  const timer = setInterval(() => {
    for (const generation of many(database, 'select * from generations where due <= ?', [Date.now()]))
      moveOn(database, generation);
  }, TICK);
  return () => clearInterval(timer);
}

/** Ends the current step and begins the next one. */
export function moveOn(database: Database, generation: Row): void {
  const script = JSON.parse(String(generation['script'])) as Step[];
  const step = Number(generation['step']) + 1;
  const next = script[step];
  const last = script[step - 1];
  const set = (state: string, due: number | null, result: string | null) =>
    database.run('update generations set step = ?, state = ?, due = ?, result = ? where id = ?', [
      step,
      state,
      due,
      result,
      String(generation['id']),
    ]);
  if (last?.do === 'finish') set('completed', null, makeDeck(database, generation, script));
  else if (last?.do === 'give up') set('failed', null, last.reason);
  else if (next?.do === 'ask') set('awaiting_input', Date.now() + next.ms, next.question);
  else if (next) set('generating', Date.now() + next.ms, null);
}

function makeDeck(database: Database, generation: Row, script: readonly Step[]): string {
  const slides = script.flatMap((step) =>
    step.do === 'write'
      ? [
          {
            kind: step.slide === 1 ? 'cover' : 'content',
            heading: `Part ${step.slide} – ${String(generation['family'])}`,
            blocks: [{ type: 'text', text: `Point ${step.slide} of “${String(generation['prompt'])}”` }],
          },
        ]
      : [],
  );
  const title =
    String(generation['prompt'])
      .split(/[.,?(–]/)[0]
      ?.trim() ?? '';
  return insertDeck(database, String(generation['workspace']), title, slides);
}

/** @returns the id of the new deck */
export function insertDeck(
  database: Database,
  workspace: string,
  title: string,
  slides: readonly unknown[],
): string {
  const id = `d_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  const now = Date.now();
  database.run('insert into decks values (?, ?, ?, ?, ?, ?)', [
    id,
    workspace,
    title,
    JSON.stringify(slides),
    now,
    now,
  ]);
  database.run('insert into replica values (?, ?, ?, ?)', [id, title, now, now]);
  return id;
}

export function deckOf(database: Database, id: string, workspace: string): Row | undefined {
  return one(database, 'select * from decks where id = ? and workspace = ?', [id, workspace]);
}
