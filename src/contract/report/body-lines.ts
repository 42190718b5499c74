const token = /"(?:[^"\\]|\\[^])*(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/g;

/** JSON with a line for each field and item, its tokens as they were sent, also if it is cut. Any other text is one line. */
export function bodyLines(text: string): readonly string[] {
  if (!/^\s*[[{]/.test(text)) return [text];
  const lines = [''];
  let depth = 0;
  const begin = (): number => lines.push('  '.repeat(Math.min(depth, 20)));
  for (const [part] of text.matchAll(token)) {
    if (part === '}' || part === ']') {
      depth = Math.max(0, depth - 1);
      begin();
    }
    lines[lines.length - 1] += part === ':' ? ': ' : part;
    if (part === '{' || part === '[') depth++;
    if (part === '{' || part === '[' || part === ',') begin();
  }
  return lines;
}
