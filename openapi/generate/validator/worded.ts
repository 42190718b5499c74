// Rewrites Ajv's machine code so that it reports faults in words at once: each error object it would make becomes a
// call of the runtime's `fault`. That halves the code, and a complaint nobody has words for stops the generator.
import type { Expectation } from './expectations.js';

const report =
  /const (err\d+) = \{instancePath(?::([^;]*?))?,schemaPath:("[^"]*"),keyword:("\w+"),params:\{([^;]*?)\}\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g;

export function worded(code: string, expectations: Readonly<Record<string, Expectation>>): string {
  const result = code.replace(
    report,
    (_, _name, path = 'instancePath', place: string, keyword: string, params: string) => {
      // It only says that its `then` failed, and that has said so itself.
      if (keyword === '"if"') return '';
      const expectation = expectations[decodeURIComponent(JSON.parse(place) as string)];
      if (expectation === undefined) throw new Error(`Nothing says what is expected at ${place}`);
      const [at, extra] = pointer(path as string, params);
      const all = ['vErrors', at, keyword, JSON.stringify(expectation), ...(extra ? [extra] : [])];
      return `vErrors = fault(${all.join(',')});errors++;`;
    },
  );
  if (result.includes('schemaPath'))
    throw new Error("Ajv's code does not look as it did: an error is left as it was");
  return `import { fault } from 'virtual:fault';${result}`;
}

/** Where the fault is, as code: the missing field or the repeated entry itself; and the field that is too much. */
function pointer(path: string, params: string): [at: string, extra?: string] {
  const missing = /^missingProperty: (".*")$/.exec(params)?.[1];
  if (missing !== undefined) {
    const step = (JSON.parse(missing) as string).replaceAll('~', '~0').replaceAll('/', '~1');
    return [`${path}+${JSON.stringify(`/${step}`)}`];
  }
  const [, i, j] = /^i: (\w+), j: (\w+)$/.exec(params) ?? [];
  if (i !== undefined) return [`${path}+"/"+Math.max(${i},${j})`];
  return [path, /^(?:additional|unevaluated)Property: (\w+)$/.exec(params)?.[1]];
}
