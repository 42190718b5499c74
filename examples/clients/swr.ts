/** SWR 2 with React: a hook with the job, and functions that start it and reply to its question. */
import type { GenerationAccepted, JobView } from 'deckhand/types';
import useSWR from 'swr';
import useSWRMutation from 'swr/mutation';
import * as api from './request.js';

interface StartedJob extends GenerationAccepted {
  readonly giveUpAt: number;
}

export function useDeck() {
  const start = useSWRMutation(
    api.START_PATH,
    async (path: string, { arg: prompt }: { readonly arg: string }): Promise<StartedJob> => {
      const job = await api.post<GenerationAccepted>(path, { prompt });
      return { ...job, giveUpAt: Date.now() + api.GIVE_UP_AFTER_MS };
    },
  );
  const job = start.data;
  const view = useSWR<JobView, Error>(job?.poll_url, (path: string) => api.request<JobView>(path), {
    refreshInterval: (latest) =>
      latest?.status === 'generating' && job && Date.now() < job.giveUpAt ? api.POLL_INTERVAL_MS : 0,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    onErrorRetry: (error, _path, _config, revalidate, options) => {
      const failures = options.retryCount - 1;
      if (!api.isTransient(error) || failures >= api.MAX_RETRIES) return;
      setTimeout(() => void revalidate(options), api.retryDelay(failures, error));
    },
  });
  const reply = useSWRMutation(
    job && api.toMessagePath(job),
    (path: string, { arg: message }: { readonly arg: string }) => api.post(path, { message }),
    { onSuccess: () => void view.mutate() },
  );
  return {
    job: view.data,
    error: (start.error ?? view.error ?? reply.error) as Error | undefined,
    start: start.trigger,
    reply: reply.trigger,
  };
}
