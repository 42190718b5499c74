// Rewrites Ajv's machine code so that no loop over a value's entries collects more than a hundred faults: one bad array
// of a million entries would else make a million of them. A loop that stops early has failed, so no verdict changes.

const loop = /for\((let (i\d+)=0; i\d+<len\d+; \2\+\+|const (key\d+) in data\d*)\)\{/g;
const other = /for\(;i\d+--;\)|for\(j\d+ = i\d+; j\d+--;\)/g;

export function bounded(code: string): string {
  let limits = 0;
  const result = code.replace(loop, (head) => {
    const limit = `limit${limits++}`;
    return `const ${limit} = errors + 100;${head}if(errors >= ${limit})break;`;
  });
  // Those look for equal entries and report once.
  const loops = code.match(/for\(/g)?.length ?? 0;
  if (limits + (code.match(other)?.length ?? 0) !== loops)
    throw new Error("Ajv's code does not look as it did: an unknown loop");
  return result;
}
