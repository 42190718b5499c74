/** Hook that loads data with retries. */
import { useCallback, useEffect, useState } from 'react';
import { ApiProblem } from '../api/problem';
import { retry, type RetryState } from '../generation/retry';

export type Loaded<T> =
  | { readonly phase: 'loading'; readonly trouble?: RetryState }
  | { readonly phase: 'loaded'; readonly value: T }
  | { readonly phase: 'refused'; readonly problem: ApiProblem };

/** @param load the same function as long as the same thing is wanted */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
): readonly [loaded: Loaded<T>, again: () => void] {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<T>>({ phase: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onTrouble = (trouble: RetryState): void => setLoaded({ phase: 'loading', trouble });
    retry(() => load(signal), { signal, onRetry: onTrouble }).then(
      (value) => signal.aborted || setLoaded({ phase: 'loaded', value }),
      (problem: unknown) => {
        if (problem instanceof ApiProblem) setLoaded({ phase: 'refused', problem });
        else if (!signal.aborted) throw problem;
      },
    );
    return () => controller.abort();
  }, [load, attempt]);
  const again = useCallback(() => {
    setLoaded({ phase: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return [loaded, again];
}
