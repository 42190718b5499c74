/** The seven operations of section 4, straight on the tables. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { many, one, type Database, type Row } from './database.js';
import { Refusal } from './refusal.js';
import { scriptFor } from './script.js';
import { deckView, generationView } from './views.js';
import { deckOf, insertDeck, moveOn } from './worker.js';

export interface Resources {
  readonly database: Database;
  readonly speed: number;
  readonly random: () => number;
}

/** How long a read replica can be behind. */
const LAG = 900;

interface ById {
  Params: { id: string };
}

export async function addRoutes(api: FastifyInstance, { database, speed, random }: Resources): Promise<void> {
  const found = (row: Row | undefined, what: string): Row => {
    if (!row) throw new Refusal(404, 'resource_missing', `No such ${what}.`);
    return row;
  };
  const templateOf = (id: unknown, workspace: string): Row | undefined =>
    typeof id === 'string'
      ? one(database, 'select * from templates where id = ? and workspace = ?', [id, workspace])
      : undefined;
  const generationOf = (id: string, workspace: string): Row =>
    found(
      one(database, 'select * from generations where id = ? and workspace = ?', [id, workspace]),
      'generation',
    );

  api.get('/templates', async ({ workspace }) => {
    const rows = many(database, 'select * from templates where workspace = ? order by label', [workspace]);
    return {
      object: 'list',
      has_more: false,
      featured: [{ banner: 'Spring styles', until: '2031-04-01' }],
      data: rows.map(({ id, label, family }) => ({
        object: 'template',
        template_id: id,
        label,
        tags: [family],
      })),
    };
  });

  api.get<ById>('/presentations/:id', async ({ params: { id }, workspace }) => {
    const deck = found(deckOf(database, id, workspace), 'presentation');
    // A read replica shows the last change that has arrived.
    const seen = one(
      database,
      'select title, changed from replica where deck = ? and visible <= ? order by rowid desc limit 1',
      [id, Date.now()],
    );
    return deckView({ ...deck, ...seen });
  });

  api.post('/presentations', async ({ body, workspace }, reply) => {
    const { template_id: wanted, title } = fieldsOf(body);
    const template = templateOf(wanted, workspace);
    if (!template) throw new Refusal(422, 'validation_error', 'template_id: choose one of GET /templates');
    const name = typeof title === 'string' && title !== '' ? title : String(template['label']);
    const id = insertDeck(database, workspace, name, [{ kind: 'cover', heading: name, blocks: [] }]);
    const deck = found(deckOf(database, id, workspace), 'presentation');
    return reply
      .code(201)
      .header('location', `/api/v1/presentations/${id}`)
      .send({ data: deckView(deck) });
  });

  api.post('/presentations/generate', async ({ body, workspace }, reply) => {
    const { prompt, template_id: wanted } = fieldsOf(body);
    if (typeof prompt !== 'string' || prompt.trim() === '')
      throw new Refusal(422, 'validation_error', 'prompt: required');
    const template = wanted === undefined ? undefined : templateOf(wanted, workspace);
    if (wanted !== undefined && !template) throw new Refusal(422, 'validation_error', 'template_id: unknown');
    const id = `${Date.now()}${Math.floor(random() * 1e6)}`;
    const script = scriptFor(prompt, speed, random);
    const family = String(template?.['family'] ?? 'plain');
    database.run('insert into generations values (?, ?, ?, ?, ?, 0, ?, ?, null)', [
      id,
      workspace,
      prompt,
      family,
      JSON.stringify(script),
      Date.now() + (script[0]?.ms ?? 0),
      'generating',
    ]);
    const poll_url = `/api/v1/presentations/generate/${id}/status`;
    return reply
      .code(202)
      .header('retry-after', 2)
      .header('location', poll_url)
      .send({ generation_id: id, status: 'generating', poll_url, queue_position: 0, request: randomUUID() });
  });

  api.get<ById>('/presentations/generate/:id/status', async ({ params: { id }, workspace }) =>
    generationView(database, generationOf(id, workspace)),
  );

  api.post<ById>(
    '/presentations/generate/:id/message',
    async ({ params: { id }, body, workspace }, reply) => {
      const generation = generationOf(id, workspace);
      const { content } = fieldsOf(body);
      if (typeof content !== 'string' || content === '')
        throw new Refusal(422, 'validation_error', 'content: required');
      if (generation['state'] !== 'awaiting_input')
        throw new Refusal(409, 'no_open_question', 'This generation waits for nothing.');
      moveOn(database, generation);
      return reply.code(201).send({ object: 'message', role: 'user', content });
    },
  );

  api.patch<ById>('/presentations/:id', async ({ params: { id }, body, workspace }, reply) => {
    found(deckOf(database, id, workspace), 'presentation');
    const { title } = fieldsOf(body);
    if (typeof title !== 'string' || title.length === 0 || title.length > 300)
      throw new Refusal(422, 'validation_error', 'title: 1 to 300 characters');
    const now = Date.now();
    database.run('update decks set title = ?, changed = ? where id = ?', [title, now, id]);
    database.run('insert into replica values (?, ?, ?, ?)', [id, title, now, now + (random() * LAG) / speed]);
    return reply.code(202).send({ object: 'update', accepted: ['title'] });
  });
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
