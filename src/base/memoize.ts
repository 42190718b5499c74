/** Memoizes a pure function of a string, with a bounded cache. */

/** In characters. Longer strings rarely repeat, so they are not cached. */
const MAX_KEY_LENGTH = 200;

export function memoize<Result>(compute: (text: string) => Result, limit = 1000): (text: string) => Result {
  const cache = new Map<string, { readonly value: Result }>();
  return (text) => {
    if (text.length > MAX_KEY_LENGTH) return compute(text);
    const cached = cache.get(text);
    if (cached) return cached.value;
    if (cache.size >= limit) cache.clear();
    const value = compute(text);
    cache.set(text, { value });
    return value;
  };
}
