/** Values that are here or still to come: code over them creates a promise only where something waits. */
export type Awaitable<T> = T | Promise<T>;

/** Takes the next step: at once when the value is here, otherwise when its promise has resolved. */
export function andThen<T, Result>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
