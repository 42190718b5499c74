/** A value, or a promise of it. Code with this type creates a promise only where something waits. */
export type Awaitable<T> = T | Promise<T>;

/** Runs the next step: immediately with a value, otherwise when the promise has resolved. */
export function andThen<T, Result>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
