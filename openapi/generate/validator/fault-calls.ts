// Edits Ajv's code so that it reports faults with messages: each error object becomes a call of `fault` in the runtime. That
// halves the code. The generator stops if a fault has no message.
import type { Expectation } from './expectations.js';

const report =
  /const (err\d+) = \{instancePath(?::([^;]*?))?,schemaPath:("[^"]*"),keyword:("\w+"),params:\{([^;]*?)\}\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g;

export function withFaultCalls(code: string, expectations: Readonly<Record<string, Expectation>>): string {
  const result = code.replace(
    report,
    (_, _name, path = 'instancePath', place: string, keyword: string, params: string) => {
      // The schema in `then` reports the fault itself.
      if (keyword === '"if"') return '';
      const expectation = expectations[decodeURIComponent(JSON.parse(place) as string)];
      if (expectation === undefined) throw new Error(`expectations.ts has no message for ${place}`);
      const [at, extra] = pointer(path as string, params);
      const all = ['vErrors', at, keyword, JSON.stringify(expectation), ...(extra ? [extra] : [])];
      return `vErrors = fault(${all.join(',')});errors++;`;
    },
  );
  if (result.includes('schemaPath'))
    throw new Error(
      "Ajv's code has an unknown error object. Adapt openapi/generate/validator/fault-calls.ts to this version of Ajv",
    );
  return `import { fault } from 'virtual:fault';${result}`;
}

/** The code for the pointer of a fault, and for the name of an unknown field. */
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
