/** A prompt of more than a thousand characters. Services that store or count too few show it. Section 8 names no limit. */

const END = ` (${'a part without a meaning, to make the prompt long, '.repeat(20).slice(0, -2)})`;

export const longer = (prompt: string): string => prompt + END;

/** The prompt before it was made longer. */
export const shorter = (prompt: string): string =>
  prompt.endsWith(END) ? prompt.slice(0, -END.length) : prompt;
