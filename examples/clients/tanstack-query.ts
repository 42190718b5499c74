/** TanStack Query 5. In React, pass the options to `useQuery`, and `post` to `useMutation`: it does not retry by default. */
import { QueryObserver, type Query, type QueryClient } from '@tanstack/query-core';
import type { GenerationAccepted, JobView } from 'deckhand/types';
import * as api from './request.js';

export const jobOptions = (job: GenerationAccepted, giveUpAt: number) => ({
  queryKey: ['job', job.generation_id],
  queryFn: () => api.request<JobView>(job.poll_url),
  refetchInterval: ({ state: { data, status } }: Query<JobView>) =>
    data?.status === 'generating' && status !== 'error' && Date.now() < giveUpAt
      ? api.POLL_INTERVAL_MS
      : false,
  // Otherwise, each focus of the window would ask again, also for a job that has ended.
  staleTime: Infinity,
  retry: (failures: number, error: Error) => api.isTransient(error) && failures < api.MAX_RETRIES,
  retryDelay: api.retryDelay,
});

export async function makeDeck(
  client: QueryClient,
  prompt: string,
  onView: (view: JobView) => void,
  answer: (question: string) => Promise<string>,
): Promise<JobView> {
  const job = await api.post<GenerationAccepted>(api.START_PATH, { prompt });
  const giveUpAt = Date.now() + api.GIVE_UP_AFTER_MS;
  const observer = new QueryObserver(client, jobOptions(job, giveUpAt));
  const reply = async (question: string): Promise<unknown> => {
    await api.post(api.toMessagePath(job), { message: await answer(question) });
    return observer.refetch();
  };
  return new Promise<JobView>((resolve, reject) => {
    let shown: JobView | undefined;
    observer.subscribe(({ data, error }) => {
      if (error ?? Date.now() > giveUpAt) reject(error ?? new Error('The deck was not made in time.'));
      if (!data || data === shown) return;
      shown = data;
      onView(data);
      if (data.status === 'awaiting_input') reply(data.message).catch(reject);
      if (data.status === 'completed' || data.status === 'failed') resolve(data);
    });
  }).finally(() => observer.destroy());
}
