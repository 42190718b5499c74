/**
 * Ten stories of a client, some of them with a mistake. A recorder records them in Chromium. The function runs in the page, so it
 * refers to nothing outside itself.
 */

/** @param api the base URL; @returns the names of the stories, when all of them are over */
export async function playStories(api: string): Promise<readonly string[]> {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const key = 'deckhand-dev-key';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  type Answer = { status: number; retryAfter: number; body: Record<string, unknown> };

  async function ask(method: string, path: string, scenario?: string, body?: unknown): Promise<Answer> {
    try {
      const response = await fetch(`${api}${path}`, {
        method,
        headers: {
          ...headers,
          ...(scenario !== undefined && { 'x-deckhand-scenario': scenario }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const retryAfter = Number(response.headers.get('retry-after') ?? 0) * 1000;
      const text = await response.text().catch(() => '');
      try {
        return { status: response.status, retryAfter, body: JSON.parse(text) as Record<string, unknown> };
      } catch {
        return { status: response.status, retryAfter, body: {} };
      }
    } catch {
      return { status: 0, retryAfter: 0, body: {} };
    }
  }

  async function start(scenario: string): Promise<string> {
    const prompt = `Harbour taxis, ${scenario}`;
    const { body } = await ask('POST', '/presentations/generate', scenario, { prompt });
    return `/presentations/generate/${String(body['generation_id'])}`;
  }

  /** Polls a job to its end, and answers its questions. */
  async function follow(job: string, scenario: string): Promise<Answer> {
    let pause = 1500;
    for (let polls = 0; polls < 25; polls += 1) {
      await wait(pause);
      const response = await ask('GET', `${job}/status`, scenario);
      const { status } = response.body;
      pause =
        response.status === 200 ? 1500 : Math.max(response.retryAfter + 200, Math.min(pause * 1.5, 5000));
      if (status === 'completed' || status === 'failed') return response;
      if (status === 'awaiting_input')
        await ask('POST', `${job}/message`, scenario, { message: 'Forty people' });
    }
    throw new Error(`${scenario} has no end`);
  }

  const told = (scenario: string) => async (): Promise<void> =>
    void (await follow(await start(scenario), scenario));
  const stories: Record<string, () => Promise<void>> = {
    'a deck': told('happy-path'),
    'a question': told('asks-a-question'),
    'a timeout': told('timeout-failure'),
    'an upstream error': told('upstream-error'),
    'a rate limit': told('rate-limited'),
    'a bad connection': told('flaky-network'),
    'texts in several scripts': told('awkward-text'),
    'broken bodies': told('broken-answers'),
    'a deck by hand, and its new title': async () => {
      const { body: list } = await ask('GET', '/templates');
      const template = /"id":"([^"]+)"/.exec(JSON.stringify(list))?.[1];
      const made = await ask('POST', '/presentations', undefined, {
        template_id: template,
        title: 'Ferries',
      });
      const deck = `/presentations/${String(made.body['id'])}`;
      await ask('PATCH', deck, undefined, { title: 'Night ferries' });
      await ask('GET', deck);
    },
    'a client that does not stop': async () => {
      const job = await start('instant');
      for (let polls = 0; polls < 12; polls += 1) {
        await wait(300);
        await ask('GET', `${job}/status`, 'instant');
      }
    },
  };
  await Promise.all(Object.values(stories).map((play) => play()));
  return Object.keys(stories);
}
