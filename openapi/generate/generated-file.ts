/** A generated file as a value: its path and its formatted text. */
import { format, resolveConfig } from 'prettier';

export interface GeneratedFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A TypeScript file. @param source what it is generated from */
export async function typescriptFile(name: string, source: string, body: string): Promise<GeneratedFile> {
  const banner = `// Generated from ${source} by \`npm run generate\`; do not edit.\n`;
  return {
    path: `src/generated/${name}.ts`,
    text: await formatSource(`${banner}\n${body}`, 'typescript'),
  };
}

/** In the format of the project. */
export async function formatSource(
  text: string,
  parser: 'typescript' | 'json' | 'markdown',
): Promise<string> {
  const config = await resolveConfig(import.meta.filename);
  return format(text, { ...config, parser, endOfLine: 'lf' });
}

/** A union of string literals. */
export const unionOfLiterals = (members: readonly string[]): string =>
  members.map((member) => JSON.stringify(member)).join(' | ') || 'never';
