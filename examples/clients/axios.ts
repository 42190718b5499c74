/** axios 1 with axios-retry 4: one client that retries what is safe, and a loop that polls. */
import axios from 'axios';
import axiosRetry, { exponentialDelay, retryAfter } from 'axios-retry';
import type { GenerationAccepted, JobView } from 'deckhand/types';
import {
  GIVE_UP_AFTER_MS,
  MAX_RETRIES,
  POLL_INTERVAL_MS,
  START_PATH,
  toMessagePath,
  wait,
} from './request.js';

const api = axios.create({ headers: { 'x-api-key': 'deckhand-dev-key' }, timeout: 20_000 });

axiosRetry(api, {
  retries: MAX_RETRIES,
  // A refused request had no effect. After a timeout or a reset, a POST may have started a job: a second one costs twice.
  retryCondition: ({ response, config }) =>
    response?.status === 429 || (config?.method === 'get' && (!response || response.status >= 500)),
  retryDelay: (count, error) => retryAfter(error) || exponentialDelay(count, error, 1000),
  // Otherwise, all attempts share one time limit.
  shouldResetTimeout: true,
});

export async function makeDeck(
  prompt: string,
  onView: (view: JobView) => void,
  answer: (question: string) => Promise<string>,
): Promise<JobView> {
  const { data: job } = await api.post<GenerationAccepted>(START_PATH, { prompt });
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  while (Date.now() < giveUpAt) {
    const { data: view } = await api.get<JobView>(job.poll_url);
    onView(view);
    if (view.status === 'completed' || view.status === 'failed') return view;
    if (view.status === 'awaiting_input')
      await api.post(toMessagePath(job), { message: await answer(view.message) });
    else await wait(POLL_INTERVAL_MS);
  }
  throw new Error('The deck was not made in time.');
}
