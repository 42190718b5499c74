// Edits Ajv's code so that a loop over the entries of a value stops after 100 faults. Without it, an array of a million
// invalid entries would give a million faults. A loop that stops early has found faults, so the verdict is the same.

const loop = /for\((let (i\d+)=0; i\d+<len\d+; \2\+\+|const (key\d+) in data\d*)\)\{/g;
const other = /for\(;i\d+--;\)|for\(j\d+ = i\d+; j\d+--;\)/g;

export function withLoopLimits(code: string): string {
  let limits = 0;
  const result = code.replace(loop, (head) => {
    const limit = `limit${limits++}`;
    return `const ${limit} = errors + 100;${head}if(errors >= ${limit})break;`;
  });
  // The other loops look for equal entries and report one fault.
  const loops = code.match(/for\(/g)?.length ?? 0;
  if (limits + (code.match(other)?.length ?? 0) !== loops)
    throw new Error(
      "Ajv's code has an unknown loop. Adapt openapi/generate/validator/loop-limits.ts to this version of Ajv",
    );
  return result;
}
