/** Hook that loads data with retries. */
import { useCallback, useEffect, useState } from 'react';
import { ApiProblem } from '../api/problem';
import { retry, type RetryState } from '../generation/retry';

export type Loaded<T> =
  | { readonly phase: 'loading'; readonly retryState?: RetryState }
  | { readonly phase: 'loaded'; readonly value: T }
  | { readonly phase: 'rejected'; readonly problem: ApiProblem };

/** @param load must be stable: another function causes another request */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
): readonly [loaded: Loaded<T>, reload: () => void] {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<T>>({ phase: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onRetry = (retryState: RetryState): void => setLoaded({ phase: 'loading', retryState });
    retry(() => load(signal), { signal, onRetry: onRetry }).then(
      (value) => signal.aborted || setLoaded({ phase: 'loaded', value }),
      (problem: unknown) => {
        if (problem instanceof ApiProblem) setLoaded({ phase: 'rejected', problem });
        else if (!signal.aborted) throw problem;
      },
    );
    return () => controller.abort();
  }, [load, attempt]);
  const reload = useCallback(() => {
    setLoaded({ phase: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return [loaded, reload];
}
