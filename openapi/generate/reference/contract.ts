// The contract document as the reference reads it: its operations in the order of a client's work, and its examples.
import {
  operations,
  resolve,
  type Body,
  type Document,
  type Operation,
  type Parameter,
  type Reference,
} from '../../document.js';
import type { Schema } from '../../schema.js';

export interface Contract extends Document {
  readonly 'x-interface-sections': Readonly<Record<string, string>>;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly operation: Operation;
}

/** The order of a client's work: start, poll, reply, and then the presentation. */
const ORDER = ['startGeneration', 'getGenerationStatus', 'sendGenerationMessage', 'getPresentation'];

export function endpointsOf(contract: Contract): readonly Endpoint[] {
  const place = ({ operation }: Endpoint): number => {
    const index = ORDER.indexOf(operation.operationId);
    return index < 0 ? ORDER.length : index;
  };
  return operations(contract)
    .map(({ method, path, operation }): Endpoint => {
      const parameters = (contract.paths[path]?.['parameters'] ?? []) as readonly (Parameter | Reference)[];
      const resolved = parameters.map((parameter) => resolve(contract, parameter));
      return { method: method.toUpperCase(), path, parameters: resolved, operation };
    })
    .sort((one, other) => place(one) - place(other));
}

/** The only media type of a request or a response, with its examples. */
export function mediaOf(
  contract: Contract,
  body: Body | Reference = {},
):
  { readonly schema: Schema; readonly examples: readonly { summary: string; value: unknown }[] } | undefined {
  const [media] = Object.values(resolve(contract, body).content ?? {});
  if (!media) return undefined;
  const examples = Object.entries(media.examples ?? {}).map(([name, example]) => {
    const { summary = name, value } = resolve(contract, example);
    return { summary, value };
  });
  return { schema: media.schema ?? {}, examples };
}
