// The contract document as the reference reads it: its operations in order, and the targets of its references.

/** Where a statement comes from (`x-source`), why it was chosen (`x-assumed`), or whom it advises (`x-guidance`). */
export interface Sourced {
  readonly description?: string;
  readonly 'x-source'?: string | readonly string[];
  readonly 'x-assumed'?: string | Readonly<Record<string, string>>;
  readonly 'x-guidance'?: string | readonly string[];
}

interface Reference {
  readonly $ref?: string;
}

export interface Schema extends Sourced, Reference {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<
    Record<string, Reference & { readonly summary?: string; readonly value?: unknown }>
  >;
}

type Content = Readonly<Record<string, Media>>;

export interface ResponseDocument extends Sourced, Reference {
  readonly headers?: Readonly<Record<string, Sourced & Reference>>;
  readonly content?: Content;
}

export interface Parameter extends Sourced, Reference {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

export interface Operation extends Sourced {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly requestBody?: Sourced & { readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseDocument>>;
}

type PathItem = Readonly<Partial<Record<'get' | 'post' | 'patch', Operation>>> & {
  readonly parameters?: readonly Parameter[];
};

export interface Contract {
  readonly 'x-interface-sections': Readonly<Record<string, string>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly operation: Operation;
}

const METHODS = ['get', 'post', 'patch'] as const;

/** The order of a client's work: start, poll, reply, and then the presentation. */
const ORDER = ['startGeneration', 'getGenerationStatus', 'sendGenerationMessage', 'getPresentation'];

export function endpointsOf(contract: Contract): readonly Endpoint[] {
  const endpoints = Object.entries(contract.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Endpoint[] => {
      const operation = item[method];
      const parameters = (item.parameters ?? []).map((parameter) => follow(contract, parameter));
      return operation ? [{ method: method.toUpperCase(), path, parameters, operation }] : [];
    }),
  );
  const place = ({ operation }: Endpoint): number => {
    const index = ORDER.indexOf(operation.operationId);
    return index < 0 ? ORDER.length : index;
  };
  return endpoints.sort((one, other) => place(one) - place(other));
}

/** The target of a reference, with the fields beside the reference; a value without a reference as it is. */
export function follow<T extends Reference>(contract: Contract, value: T): T {
  if (value.$ref === undefined) return value;
  const { $ref, ...beside } = value;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], contract);
  return { ...follow(contract, target as T), ...beside };
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** The only media type of a request or a response, with its examples. */
export function mediaOf(
  contract: Contract,
  content: Content | undefined,
): { readonly schema: Schema; readonly examples: readonly Example[] } | undefined {
  const [media] = Object.values(content ?? {});
  if (!media) return undefined;
  const examples = Object.entries(media.examples ?? {}).map(([name, example]) => {
    const { summary = name, value } = follow(contract, example);
    return { summary, value };
  });
  return { schema: media.schema, examples };
}
