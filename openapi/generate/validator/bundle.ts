// Makes one self-contained script of the machine code and the hand-written runtime, as an expression that gives a
// function (schema name, value) → faults. Nothing in it names this machine.
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const runtime = join(import.meta.dirname, '..', 'runtime');

/** What the machine code imports, and where the runtime has it. */
const parts: Record<string, string> = {
  'virtual:fault': join(runtime, 'fault.ts'),
  'virtual:validator': join(runtime, 'validator.ts'),
  'ajv/dist/runtime/ucs2length': join(runtime, 'ucs2length.ts'),
};

export async function bundled(machine: string, roots: readonly string[]): Promise<string> {
  const names = roots.join(', ');
  const modules: Record<string, string> = {
    'virtual:machine': withImports(machine),
    'virtual:entry': `
      import { validator } from 'virtual:validator';
      import { ${names} } from 'virtual:machine';
      export default validator({ ${names} });`,
  };
  const virtual: Plugin = {
    name: 'virtual',
    resolveId: (id) => parts[id] ?? (id in modules ? id : undefined),
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
    name: 'machine',
    minify: true,
    sourcemap: false,
  });
  await bundle.close();
  const [chunk, more] = output;
  const expression = /^var machine=(.*);\s*$/s.exec(chunk.code)?.[1];
  if (more !== undefined || expression === undefined || chunk.imports.length > 0) {
    throw new Error('The bundle is not one self-contained expression');
  }
  return expression;
}

/** Ajv writes `require` for its own runtime even in modules. */
function withImports(code: string): string {
  const imports: string[] = [];
  const body = code.replace(/require\("([\w/]+\/(\w+))"\)\.default/g, (_, id: string, name: string) => {
    if (parts[id] === undefined)
      throw new Error(`The machine code needs ${id}, which the runtime does not have`);
    imports.push(`import { ${name} } from '${id}';`);
    return name;
  });
  return `${imports.join('\n')}\n${body}`;
}
