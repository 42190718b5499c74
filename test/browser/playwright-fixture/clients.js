/** Clients as applications have them, for clients.spec.ts. Each starts a job and polls it every two seconds. */
import axios from 'axios';
import axiosRetry, { retryAfter } from 'axios-retry';
import { h, render } from 'preact';
import { QueryClient, QueryObserver } from '@tanstack/query-core';
import useSWR, { SWRConfig } from 'swr';

const POLL_INTERVAL_MS = 2_000;
const api = '/api/v1/presentations/generate';
const headers = { 'x-api-key': 'the-key-of-the-app', 'content-type': 'application/json' };
const hasEnded = (job) => job?.status === 'completed' || job?.status === 'failed';

const read = async (url, init) => (await fetch(url, { ...init, headers })).json();
const start = async () => {
  const { generation_id: id } = await read(api, { method: 'POST', body: '{"prompt":"Harbour taxis"}' });
  return `${api}/${id}/status`;
};

export const clients = {
  async loop(every = POLL_INTERVAL_MS) {
    const url = await start();
    while (!hasEnded(await read(url))) await new Promise((resolve) => setTimeout(resolve, every));
  },
  async tanstackQuery() {
    const url = await start();
    const observer = new QueryObserver(new QueryClient(), {
      queryKey: [url],
      queryFn: () => read(url),
      refetchInterval: ({ state }) => (hasEnded(state.data) ? false : POLL_INTERVAL_MS),
    });
    await new Promise((resolve) => observer.subscribe(({ data }) => hasEnded(data) && resolve()));
  },
  async swr() {
    const url = await start();
    await new Promise((resolve) => {
      const Job = () => {
        const { data } = useSWR(url, read, {
          refreshInterval: (job) => (hasEnded(job) ? 0 : POLL_INTERVAL_MS),
          // By default, it deduplicates requests within two seconds.
          dedupingInterval: 0,
        });
        if (hasEnded(data)) resolve();
        return data?.status;
      };
      render(h(SWRConfig, {}, h(Job)), document.querySelector('[role=status]'));
    });
  },
  async axiosRetry() {
    const client = axios.create({ headers });
    axiosRetry(client, {
      retries: 5,
      retryCondition: ({ response }) => response?.status === 429,
      retryDelay: (_count, error) => retryAfter(error),
    });
    const { data } = await client.post(api, { prompt: 'Harbour taxis' });
    const url = `${api}/${data.generation_id}/status`;
    while (!hasEnded((await client.get(url)).data))
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  },
};
