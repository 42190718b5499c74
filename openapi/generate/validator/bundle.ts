// Bundles the compiled schemas and the runtime to one JavaScript expression: a function (schema name, value) → faults.
// The output is the same on every machine.
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const runtime = join(import.meta.dirname, '..', 'runtime');

/** The imports of the compiled schemas, and their files in the runtime. */
const runtimeFiles: Record<string, string> = {
  'virtual:fault': join(runtime, 'fault.ts'),
  'virtual:validator': join(runtime, 'validator.ts'),
  'ajv/dist/runtime/ucs2length': join(runtime, 'ucs2length.ts'),
};

export async function bundled(compiled: string, roots: readonly string[]): Promise<string> {
  const names = roots.join(', ');
  const modules: Record<string, string> = {
    'virtual:schemas': withImports(compiled),
    'virtual:entry': `
      import { validator } from 'virtual:validator';
      import { ${names} } from 'virtual:schemas';
      export default validator({ ${names} });`,
  };
  const virtual: Plugin = {
    name: 'virtual',
    resolveId: (id) => runtimeFiles[id] ?? (id in modules ? id : undefined),
    load: (id) => modules[id],
  };
  const bundle = await rolldown({
    input: 'virtual:entry',
    plugins: [virtual],
    cwd: runtime,
    platform: 'neutral',
  });
  const { output } = await bundle.generate({
    format: 'iife',
    name: 'validateCompiled',
    minify: true,
    sourcemap: false,
  });
  await bundle.close();
  const [chunk, more] = output;
  const expression = /^var validateCompiled=(.*);\s*$/s.exec(chunk.code)?.[1];
  if (more !== undefined || expression === undefined || chunk.imports.length > 0) {
    throw new Error('The bundle is not one expression without imports');
  }
  return expression;
}

/** Replaces `require`, which Ajv writes for its runtime even in modules. */
function withImports(code: string): string {
  const imports: string[] = [];
  const body = code.replace(/require\("([\w/]+\/(\w+))"\)\.default/g, (_, id: string, name: string) => {
    if (runtimeFiles[id] === undefined)
      throw new Error(`The compiled schemas import ${id}, which openapi/generate/runtime does not have`);
    imports.push(`import { ${name} } from '${id}';`);
    return name;
  });
  return `${imports.join('\n')}\n${body}`;
}
