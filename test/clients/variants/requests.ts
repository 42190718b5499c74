/** Valid ways to write requests: keys, bodies, URLs. */
import type { ConformingClient } from '../client-scenario.js';

export const goodRequests: readonly ConformingClient[] = [
  {
    id: 'sends-the-key-in-both',
    title: 'A client sends the same key in both headers.',
    act: async ({ tab }) => {
      const [one, other] = [tab(), tab({ via: 'x-api-key' })];
      await one.get('/templates', { headers: other.keyHeaders });
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
    id: 'browser-sends-preflight',
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
    id: 'calls-other-apis-too',
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
