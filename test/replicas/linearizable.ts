/**
 * Judges a history of operations that overlap in time: is there one order of them that a single object could have given? Each
 * operation must take effect between its request and its response (Wing and Gong, with the memory of Lowe). It knows no replicas.
 */

export interface Operation<Input, Output> {
  readonly input: Input;
  /** Undefined if its outcome is not known: it took effect at any time after its request, or never. */
  readonly output: Output | undefined;
  /** The times of request and response. */
  readonly from: number;
  readonly to: number;
}

/** A single object, whose operations come one after the other. Its states are JSON. */
export interface Model<State, Input, Output> {
  readonly start: State;
  /** @returns the next state; undefined if the object cannot give this output */
  step(state: State, input: Input, output: Output | undefined): State | undefined;
}

export function isLinearizable<State, Input, Output>(
  history: readonly Operation<Input, Output>[],
  model: Model<State, Input, Output>,
): boolean {
  const all = history.toSorted((one, other) => one.from - other.from);
  const seen = new Set<string>();

  const canFinish = (done: bigint, state: State): boolean => {
    const open = all.flatMap((operation, index) =>
      (done >> BigInt(index)) & 1n ? [] : [{ operation, index }],
    );
    if (open.every(({ operation }) => operation.output === undefined)) return true;
    const key = `${done} ${JSON.stringify(state)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    // What began after another had ended comes after it.
    const firstEnd = Math.min(...open.map(({ operation }) => endOf(operation)));
    return open.some(({ operation, index }) => {
      if (operation.from > firstEnd) return false;
      const next = model.step(state, operation.input, operation.output);
      return next !== undefined && canFinish(done | (1n << BigInt(index)), next);
    });
  };
  return canFinish(0n, model.start);
}

const endOf = ({ output, to }: Operation<unknown, unknown>): number => (output === undefined ? Infinity : to);
