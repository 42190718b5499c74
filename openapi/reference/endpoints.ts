/** Reads the operations and examples of the contract for the API reference. */
import {
  listOperations,
  resolveReference,
  type BodyObject,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type ReferenceObject,
} from '../document.js';
import type { Schema } from '../schema.js';

export interface ReferenceDocument extends OpenApiDocument {
  readonly 'x-spec-sections': Readonly<Record<string, string>>;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly ParameterObject[];
  readonly operation: OperationObject;
}

/** The order in which a client uses them; other operations follow. */
const OPERATION_ORDER = [
  'startGeneration',
  'getGenerationStatus',
  'sendGenerationMessage',
  'getPresentation',
];

export function listEndpoints(contract: ReferenceDocument): readonly Endpoint[] {
  const rank = ({ operation }: Endpoint): number => {
    const index = OPERATION_ORDER.indexOf(operation.operationId);
    return index < 0 ? OPERATION_ORDER.length : index;
  };
  return listOperations(contract)
    .map(({ method, path, operation }): Endpoint => {
      const parameters = (contract.paths[path]?.['parameters'] ?? []) as readonly (
        ParameterObject | ReferenceObject
      )[];
      const resolved = parameters.map((parameter) => resolveReference(contract, parameter));
      return { method: method.toUpperCase(), path, parameters: resolved, operation };
    })
    .sort((one, other) => rank(one) - rank(other));
}

/** The only media type of a request or a response, with its examples. */
export function getMediaType(
  contract: ReferenceDocument,
  body: BodyObject | ReferenceObject = {},
):
  { readonly schema: Schema; readonly examples: readonly { summary: string; value: unknown }[] } | undefined {
  const [media] = Object.values(resolveReference(contract, body).content ?? {});
  if (!media) return undefined;
  const examples = Object.entries(media.examples ?? {}).map(([name, example]) => {
    const { summary = name, value } = resolveReference(contract, example);
    return { summary, value };
  });
  return { schema: media.schema ?? {}, examples };
}
