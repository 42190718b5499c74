/** A function of a text that remembers what it said: journals say the same few texts again and again. Bounded in number and size. */

/** What is longer is hardly said again. */
const LONGEST = 200;

export function recalling<Made>(make: (text: string) => Made, most = 1000): (text: string) => Made {
  const known = new Map<string, { readonly value: Made }>();
  return (text) => {
    if (text.length > LONGEST) return make(text);
    const before = known.get(text);
    if (before) return before.value;
    if (known.size >= most) known.clear();
    const value = make(text);
    known.set(text, { value });
    return value;
  };
}
