/** Valid ways to write requests: keys, bodies, addresses. */
import type { ClientLiberty, Stage } from '../client-case.js';

const started =
  (body: object) =>
  async ({ tab }: Stage): Promise<void> => {
    const me = tab();
    await me.until(await me.job(body), 'completed');
  };

export const goodRequests: readonly ClientLiberty[] = [
  {
    id: 'sends-x-api-key',
    title: 'A client sends its key in x-api-key.',
    act: async ({ tab }) => {
      const me = tab({ via: 'x-api-key' });
      await me.until(await me.job(), 'completed');
    },
  },
  {
    id: 'sends-the-key-in-both',
    title: 'A client sends the same key in both headers.',
    act: async ({ tab }) => {
      const [one, other] = [tab(), tab({ via: 'x-api-key' })];
      await one.get('/templates', { headers: other.keyHeaders });
    },
  },
  {
    id: 'writes-bearer-small',
    title: 'A client writes the scheme in small letters.',
    act: async ({ tab }) => {
      const me = tab();
      const [[, value = ''] = []] = me.keyHeaders;
      await me.plainly({
        path: '/templates',
        headers: [['authorization', value.replace('Bearer', 'bearer')]],
      });
    },
  },
  {
    id: 'names-the-charset',
    title: 'A client names the charset of its JSON.',
    act: async ({ tab }) => {
      const me = tab();
      const headers = [...me.keyHeaders, ['content-type', 'Application/JSON; charset=utf-8'] as const];
      await me.plainly({
        method: 'POST',
        path: '/presentations/generate',
        headers,
        body: '{"prompt":"Taxis"}',
      });
    },
  },
  {
    id: 'sends-more-than-documented',
    title: 'A client sends fields that are not described.',
    act: started({ prompt: 'Taxis', audience: 'investors' }),
  },
  {
    id: 'starts-from-a-template',
    title: 'A client starts with a template, and without a prompt.',
    act: async ({ tab }) => {
      await tab().start({ template_id: 'tpl_pitch' });
    },
  },
  {
    id: 'renames',
    title: 'A client renames its deck, and fetches it.',
    act: async ({ tab }) => {
      const me = tab();
      const { body } = await me.until(await me.job(), 'completed');
      const path = `/presentations/${body.presentation.id}`;
      await me.send('PATCH', path, { title: 'Electric harbour taxis' });
      await me.send('PATCH', path, { title: 'Taxis', is_public: true });
      await me.get(path);
    },
  },
  {
    id: 'sends-back-the-whole-deck',
    title: 'A client fetches its deck, and sends all of it back with another title.',
    act: async ({ tab }) => {
      const me = tab();
      const { body } = await me.until(await me.job(), 'completed');
      const deck = body.presentation;
      await me.send('PATCH', `/presentations/${deck.id}`, { ...deck, title: 'Electric harbour taxis' });
    },
  },
  {
    id: 'keeps-an-address',
    title: 'A client opens with the address of a missing job, and polls once.',
    act: async ({ tab }) => {
      const me = tab();
      await me.templates();
      await me.poll('gen_of-somebody-else');
    },
  },
  {
    id: 'keeps-a-list-of-jobs',
    title: 'A client polls once for each of its remembered jobs, all of which are missing.',
    act: async ({ tab }) => {
      const me = tab();
      for (let job = 0; job < 8; job += 1) await me.poll(`gen_old-${job}`);
      await me.until(await me.job(), 'completed');
    },
  },
  {
    id: 'a-browser-asks-first',
    title: 'A browser sends a preflight request by itself.',
    act: async ({ tab }) => {
      const me = tab();
      await me.plainly({
        method: 'OPTIONS',
        path: '/templates',
        headers: [['Access-Control-Request-Method', 'GET']],
      });
      await me.plainly({ method: 'HEAD', path: '/templates', headers: me.keyHeaders });
      await me.templates();
    },
  },
  {
    id: 'asks-elsewhere-too',
    title: 'A page calls other services with similar paths.',
    act: async ({ tab }) => {
      const me = tab();
      await me.templates();
      await me.plainly({ path: 'https://metrics.example/api/v2/templates?token=abc' });
      await me.plainly({ path: 'https://shop.example/api/v1/users?api_key=abc' });
      await me.plainly({ method: 'DELETE', path: 'https://decks.example/sessions/1' });
    },
  },
];
