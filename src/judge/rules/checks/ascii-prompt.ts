/** Removes quotes and non-ASCII characters from a prompt. Shared with verify. */

export const toAsciiPrompt = (prompt: string): string =>
  prompt
    .normalize('NFD')
    .replace(/[^\p{ASCII}]|["'\\]/gu, '')
    .replace(/ {2,}/g, ' ');
