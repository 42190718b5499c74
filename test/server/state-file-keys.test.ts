import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createDeckhand,
  DEVELOPMENT_KEYS,
  type Deckhand,
  type DeckhandOptions,
} from '../../src/app/deckhand.js';
import { StateFile } from '../../src/server/state-file.js';
import { createTempFolder } from '../cli/temp-files.js';
import fc, { cases } from '../fast-check.js';

const API = 'http://127.0.0.1:4010/api/v1';
const PRODUCTION_KEY = 'sk-live-51H8xYz0a1b2c3d4';

/** Words that are also values in a state file, and keys. */
const keys = [
  ...[
    'business',
    'electric',
    'happy-path',
    'generating',
    'completed',
    'deckhand-snapshot',
    'workspace',
    '2026',
    'ws_dev',
  ],
  DEVELOPMENT_KEYS.ws_dev,
  PRODUCTION_KEY,
];

const request = fc.record({
  key: fc.constantFrom(...keys),
  isBearer: fc.boolean(),
  operation: fc.constantFrom('list', 'start', 'create', 'askJob'),
  text: fc.constantFrom(
    ...keys,
    'A pitch for electric taxis',
    'The happy-path of a business',
    `It was ${PRODUCTION_KEY}`,
  ),
});

interface Sent {
  readonly key: string;
  readonly isBearer: boolean;
  readonly operation: string;
  readonly text: string;
}

async function send(deckhand: Deckhand, { key, isBearer, operation, text }: Sent): Promise<void> {
  const requests: Readonly<Record<string, readonly [path: string, body?: object]>> = {
    list: ['/templates'],
    start: ['/presentations/generate', { prompt: text, template_id: 'tpl_pitch' }],
    create: ['/presentations', { title: text }],
    askJob: [`/presentations/generate/gen_${text}/message`, { message: text }],
  };
  const [path, body] = requests[operation] ?? ['/'];
  await deckhand.fetch(API + encodeURI(path), {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(isBearer ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** What a restart must keep, without the secret. */
const stateOf = (deckhand: Deckhand): unknown => {
  const text = JSON.stringify(
    deckhand
      .workspaces()
      .map(({ id }) => deckhand.workspace(id))
      .map((workspace) => {
        const { workspaces } = workspace.snapshot();
        const [{ id, plan, jobs, presentations, scenarios } = {} as never] = workspaces;
        return { id, plan, jobs, presentations, scenarios };
      }),
  );
  return JSON.parse(text.replaceAll(PRODUCTION_KEY, 'S'));
};

test.each<DeckhandOptions>([{}, { apiKeys: 'any' }, { apiKeys: 'optional' }])(
  'a state file loads after any requests, holds the same texts and ids, and no refused secret: %j',
  async (options) => {
    const folder = createTempFolder({});
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
        const file = join(folder, `${(run += 1)}.json`);
        const first = createDeckhand(options);
        const stateFile = StateFile.open(first, file, (message) => expect.fail(message));
        for (const one of requests) await send(first, one);
        stateFile.close();
        const text = readFileSync(file, 'utf8');
        if (requests.some(({ key }) => key === PRODUCTION_KEY)) expect(text).not.toContain(PRODUCTION_KEY);
        const second = createDeckhand(options);
        StateFile.open(second, file, (message) => expect.fail(message)).close();
        expect(stateOf(second)).toEqual(stateOf(first));
      }),
      cases(40),
    );
  },
);
