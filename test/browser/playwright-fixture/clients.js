/** The recipes of examples/clients in a page, for clients.spec.ts and client-recipes.spec.ts. The title of the page is how a run ended. */
import { QueryClient } from '@tanstack/query-core';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import * as axios from '../../../examples/clients/axios.js';
import { makeDeck as makeDeckWithRxjs } from '../../../examples/clients/rxjs.js';
import { useDeck } from '../../../examples/clients/swr.js';
import * as tanstackQuery from '../../../examples/clients/tanstack-query.js';

const PROMPT = 'Harbour taxis';
const answer = async () => 'People who decide';

/** The statuses that the app showed, without repetitions. */
export const shown = [];
const show = ({ status }) => {
  if (shown.at(-1) !== status) shown.push(status);
};
const end = (view) => (document.title = view.status);
const fail = (error) => (document.title = `error: ${error.message}`);

const recipes = {
  tanstackQuery: () => tanstackQuery.makeDeck(new QueryClient(), PROMPT, show, answer).then(end, fail),
  axios: () => axios.makeDeck(PROMPT, show, answer).then(end, fail),
  rxjs: () => {
    let last;
    makeDeckWithRxjs(PROMPT, answer).subscribe({
      next: (view) => show((last = view)),
      complete: () => end(last),
      error: fail,
    });
  },
  swr: () => createRoot(document.querySelector('[role=status]')).render(createElement(Deck)),
};

function Deck() {
  const { job, error, start, reply } = useDeck();
  useEffect(() => void start(PROMPT).catch(() => undefined), [start]);
  useEffect(() => {
    if (!job) return;
    show(job);
    if (job.status === 'awaiting_input') void answer().then(reply);
    if (job.status === 'completed' || job.status === 'failed') end(job);
  }, [job, reply]);
  useEffect(() => void (error && fail(error)), [error]);
  return job?.status ?? 'none';
}

export const run = (name) => void recipes[name]();

/** A loop without a library. */
export async function loop(every) {
  const headers = { 'x-api-key': 'the-key-of-the-app', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ prompt: PROMPT }) };
  const { poll_url: url } = await (await fetch('/api/v1/presentations/generate', init)).json();
  for (;;) {
    const view = await (await fetch(url, { headers })).json();
    if (view.status === 'completed') return end(view);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
