/** A value, or a promise of it. Code with this type creates a promise only where something waits. */
export type Awaitable<T> = T | Promise<T>;
