/** The same prompt without what a start can fail for: quotes, and characters outside ASCII. The explorer and a rule share it. */
export const toAsciiPrompt = (prompt: string): string =>
  prompt
    .normalize('NFD')
    .replace(/[^\p{ASCII}]|["'\\]/gu, '')
    .replace(/ {2,}/g, ' ');
