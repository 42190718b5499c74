/** How good clients may write their requests: keys, bodies, addresses. */
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
    title: 'A client sends fields along that are not described.',
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
    title: 'A client renames what it made, and looks at it.',
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
    id: 'keeps-an-address',
    title: 'A client is opened with the address of a job that is gone, and asks once.',
    act: async ({ tab }) => {
      const me = tab();
      await me.templates();
      await me.poll('gen_of-somebody-else');
    },
  },
  {
    id: 'keeps-a-list-of-jobs',
    title: 'A client asks once for each of the jobs it remembers, all of which are gone.',
    act: async ({ tab }) => {
      const me = tab();
      for (let job = 0; job < 8; job += 1) await me.poll(`gen_old-${job}`);
      await me.until(await me.job(), 'completed');
    },
  },
  {
    id: 'a-browser-asks-first',
    title: 'A browser asks by itself whether it may.',
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
    title: 'A page asks other services, whose paths look alike.',
    act: async ({ tab }) => {
      const me = tab();
      await me.templates();
      await me.plainly({ path: 'https://metrics.example/api/v2/templates?token=abc' });
      await me.plainly({ path: 'https://shop.example/api/v1/users?api_key=abc' });
      await me.plainly({ method: 'DELETE', path: 'https://decks.example/sessions/1' });
    },
  },
];
