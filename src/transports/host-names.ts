/**
 * Which `Host` a request can name. A foreign page can make its own name point to this machine and then use the stand-in as its
 * own origin; an unexpected name shows that. Numeric addresses cannot be rebound.
 */
const FIGURES = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;

/** @param named names beside the local ones, in small letters */
export function isMeantHost(header: string | undefined, named: readonly string[]): boolean {
  // HTTP/1.0 sends none, and no browser speaks that.
  if (header === undefined) return true;
  const name = header.replace(/:\d*$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || FIGURES.test(name) || named.includes(name);
}
