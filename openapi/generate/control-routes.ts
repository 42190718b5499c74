/** Generates the table of control operations, and the validator of their bodies and queries. */
import {
  DOCUMENT_FILES,
  listOperations,
  resolveReference,
  type OpenApiDocument,
  type OperationObject,
} from '../document.js';
import { refName, type Schema, type Schemas } from '../schema.js';
import { typescriptFile, unionOfLiterals, type GeneratedFile } from './generated-file.js';
import { generateValidator } from './validators.js';

/** The validated input of an operation, over HTTP or in process. */
interface OperationInput {
  readonly body?: string;
  readonly required?: true;
  readonly query?: string;
}

export async function generateControlFiles(document: OpenApiDocument): Promise<GeneratedFile[]> {
  const all = listOperations(document);
  const queries: Record<string, Schema> = {};
  const inputs: Record<string, OperationInput> = {};
  for (const { operation } of all) {
    const { operationId } = operation;
    const body = bodySchemaOf(document, operation);
    const query = querySchema(document, operation);
    const queryName = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
    if (query) queries[queryName] = query;
    if (body || query)
      inputs[operationId] = {
        ...(body && { body: body.schema }),
        ...(body?.required && { required: true }),
        ...(query && { query: queryName }),
      };
  }
  const routes = all.map(({ method, path, operation }) => {
    const body = bodySchemaOf(document, operation);
    return {
      operationId: operation.operationId,
      method,
      path,
      successStatus: successStatusOf(operation),
      responseSchema: responseSchemaOf(document, operation),
      ...(body && { requestSchema: body.schema, takesYaml: body.takesYaml }),
    };
  });
  const bodies = Object.values(inputs).flatMap(({ body }) => body ?? []);
  const roots = [...new Set([...bodies, ...Object.keys(queries)])].sort();
  // A scenario has its own validator.
  const schemas: Schemas = { ...document.components.schemas, Scenario: { type: 'object' }, ...queries };
  return [
    await typescriptFile(
      'control-routes',
      DOCUMENT_FILES.control,
      renderRoutes(document, routes, inputs, roots),
    ),
    await generateValidator(
      'validate-control',
      { source: DOCUMENT_FILES.control, type: 'ControlSchema', from: 'control-routes' },
      schemas,
      roots,
    ),
  ];
}

const successStatusOf = ({ responses }: OperationObject): number =>
  Number(Object.keys(responses).find((status) => status.startsWith('2')));

/** The name of the schema of a successful response with a body. */
function responseSchemaOf(document: OpenApiDocument, operation: OperationObject): string | undefined {
  const response = operation.responses[successStatusOf(operation)];
  const { content = {} } = response ? resolveReference(document, response) : {};
  const schema = content['application/json']?.schema;
  return typeof schema === 'object' && schema.$ref !== undefined ? refName(schema.$ref) : undefined;
}

function bodySchemaOf(document: OpenApiDocument, { requestBody }: OperationObject) {
  if (!requestBody) return undefined;
  const { content = {}, required = false } = resolveReference(document, requestBody);
  const schema = content['application/json']?.schema;
  if (typeof schema !== 'object' || schema.$ref === undefined)
    throw new Error(`The schema of a body must be a component: ${JSON.stringify(requestBody)}`);
  return { schema: refName(schema.$ref), required, takesYaml: 'application/yaml' in content };
}

function querySchema(document: OpenApiDocument, { parameters = [] }: OperationObject): Schema | undefined {
  const inQuery = parameters
    .map((parameter) => resolveReference(document, parameter))
    .filter((parameter) => parameter.in === 'query');
  if (inQuery.length === 0) return undefined;
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
  return { type: 'object', additionalProperties: false, properties };
}

function renderRoutes(
  document: OpenApiDocument,
  routes: readonly { operationId: string }[],
  inputs: Readonly<Record<string, OperationInput>>,
  roots: readonly string[],
): string {
  const url = document.servers?.[0]?.url ?? '';
  return `/** The schemas with a validator: bodies, and the parameters of queries. */
export type ControlSchema = ${unionOfLiterals(roots)};

export type ControlOperationId = ${unionOfLiterals(routes.map(({ operationId }) => operationId))};

export interface ControlRoute {
  readonly operationId: ControlOperationId;
  readonly method: 'get' | 'put' | 'post' | 'patch' | 'delete';
  /** Below controlPath, such as /workspaces/{workspace}. */
  readonly path: string;
  readonly successStatus: number;
  /** The schema of the response. Absent if it has no body. */
  readonly responseSchema?: string;
  readonly requestSchema?: ControlSchema;
  /** Whether the body can be the text of a scenario file. */
  readonly takesYaml?: boolean;
}

/** The input of an operation. Operations that are not listed have no body and no query. */
export interface ControlInput {
  readonly body?: ControlSchema;
  /** Whether the body is required. */
  readonly required?: boolean;
  readonly query?: ControlSchema;
}

export const controlPath = ${JSON.stringify(url.replace(/^\{\w+\}/, ''))};

export const controlVersion = ${JSON.stringify((document['info'] as { version: string }).version)};

export const controlRoutes: readonly ControlRoute[] = ${JSON.stringify(routes)};

/** Separate from the routes, because callers in the same process need no paths. */
export const controlInputs: { readonly [Id in ControlOperationId]?: ControlInput } = ${JSON.stringify(inputs)};
`;
}
