/** rxjs 7: the views of a job as an observable. To unsubscribe ends the polls. */
import type { GenerationAccepted, JobView } from 'deckhand/types';
import {
  concat,
  concatMap,
  defer,
  ignoreElements,
  of,
  repeat,
  retry,
  switchMap,
  takeUntil,
  takeWhile,
  throwError,
  timer,
  type Observable,
} from 'rxjs';
import * as api from './request.js';

export function makeDeck(prompt: string, answer: (question: string) => Promise<string>): Observable<JobView> {
  const giveUp = timer(api.GIVE_UP_AFTER_MS).pipe(
    switchMap(() => throwError(() => new Error('The deck was not made in time.'))),
  );
  return defer(() => api.post<GenerationAccepted>(api.START_PATH, { prompt })).pipe(
    switchMap((job) => {
      const reply = async (question: string): Promise<unknown> =>
        api.post(api.toMessagePath(job), { message: await answer(question) });
      return defer(() => api.request<JobView>(job.poll_url)).pipe(
        retry({
          count: api.MAX_RETRIES,
          resetOnSuccess: true,
          delay: (error: unknown, count) =>
            api.isTransient(error) ? timer(api.retryDelay(count - 1, error)) : throwError(() => error),
        }),
        concatMap((view) =>
          view.status === 'awaiting_input'
            ? concat(of(view), defer(() => reply(view.message)).pipe(ignoreElements()))
            : of(view),
        ),
        repeat({ delay: () => timer(api.POLL_INTERVAL_MS) }),
        takeWhile(({ status }) => status !== 'completed' && status !== 'failed', true),
      );
    }),
    takeUntil(giveUp),
  );
}
