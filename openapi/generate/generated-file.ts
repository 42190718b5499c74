// A generated file as a value: its path and its text. generate.ts writes it to disk.
import { format, resolveConfig } from 'prettier';
import type { files } from './document.js';

export interface GeneratedFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

type Source =
  (typeof files)[keyof typeof files] | 'scenarios/*.yaml' | 'src/panel/viewer/*' | 'src/panel/report/*';

export function banner(source: Source): string {
  return `// Generated from ${source} by \`npm run generate\`; do not edit.\n`;
}

/** A TypeScript file in the format of the project. */
export async function typescriptFile(name: string, source: Source, body: string): Promise<GeneratedFile> {
  return {
    path: `src/generated/${name}.ts`,
    text: await formatted(`${banner(source)}\n${body}`, 'typescript'),
  };
}

export async function formatted(text: string, parser: 'typescript' | 'json'): Promise<string> {
  const config = await resolveConfig(import.meta.filename);
  return format(text, { ...config, parser, endOfLine: 'lf' });
}
