// control-routes.ts and validate-control.ts: the operations of the control document as a table, and a validator for their
// bodies and queries. The parameters of a query are validated as one object, with a schema made here.
import { files } from './document.js';
import { operations, resolve, type Body, type Document, type Operation } from '../document/document.js';
import { banner, typescriptFile, type GeneratedFile } from './generated-file.js';
import { refName, type Schema, type Schemas } from '../document/schema.js';
import { validatorExpression } from './validator/expression.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Route {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly successStatus: number;
  readonly requestSchema?: string;
  readonly takesYaml?: boolean;
}

/** The validated input of an operation, over HTTP or in process. */
interface Input {
  readonly body?: string;
  readonly required?: boolean;
  readonly query?: string;
}

export async function controlFiles(document: Document): Promise<GeneratedFile[]> {
  const queries: Record<string, Schema> = {};
  const inputs: Record<string, Input> = {};
  const routes = operations(document).map(({ method, path, operation }): Route => {
    const { operationId } = operation;
    const { schema, required, takesYaml } = bodyOf(document, operation);
    const query = queryOf(document, operation);
    const queryName = `${pascal(operationId)}Query`;
    if (query) queries[queryName] = query;
    if (schema !== undefined || query)
      inputs[operationId] = {
        ...(schema !== undefined && { body: schema }),
        ...(required && { required }),
        ...(query && { query: queryName }),
      };
    const success = Object.keys(operation.responses).find((status) => status.startsWith('2'));
    return {
      operationId,
      method,
      path,
      successStatus: Number(success),
      ...(schema !== undefined && { requestSchema: schema, takesYaml: takesYaml ?? false }),
    };
  });
  const names = [...new Set(routes.flatMap(({ requestSchema }) => requestSchema ?? []))];
  const roots = [...names, ...Object.keys(queries)].sort();
  // A scenario has its own validator.
  const schemas: Schemas = { ...document.components.schemas, Scenario: { type: 'object' }, ...queries };
  return [
    await typescriptFile('control-routes', files.control, routesText(document, routes, inputs, roots)),
    validatorFile(await validatorExpression(schemas, roots)),
  ];
}

interface BodyTraits {
  readonly schema?: string;
  readonly required?: boolean;
  readonly takesYaml?: boolean;
}

function bodyOf(document: Document, { requestBody }: Operation): BodyTraits {
  if (!requestBody) return {};
  const { content = {}, required = false } = resolve(document, requestBody) as Body & { required?: boolean };
  const schema = content['application/json']?.schema;
  if (typeof schema !== 'object' || schema.$ref === undefined)
    throw new Error(`The schema of a body must be a component: ${JSON.stringify(requestBody)}`);
  return { schema: refName(schema.$ref), required, takesYaml: 'application/yaml' in content };
}

function queryOf(document: Document, { parameters = [] }: Operation): Schema | undefined {
  const inQuery = (parameters as Parameter[])
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'query');
  if (inQuery.length === 0) return undefined;
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
  return { type: 'object', additionalProperties: false, properties };
}

function routesText(
  document: Document,
  routes: readonly { operationId: string }[],
  inputs: Readonly<Record<string, Input>>,
  roots: readonly string[],
) {
  const url = document.servers?.[0]?.url ?? '';
  return `
/** The schemas with a validator: bodies, and the parameters of queries. */
export type ControlSchema = ${union(roots)};

export type ControlOperationId = ${union(routes.map(({ operationId }) => operationId))};

export interface ControlRoute {
  readonly operationId: ControlOperationId;
  readonly method: 'get' | 'put' | 'post' | 'patch' | 'delete';
  /** Below controlPath, such as /workspaces/{workspace}. */
  readonly path: string;
  readonly successStatus: number;
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

function validatorFile(expression: string): GeneratedFile {
  const text = `${banner(files.control)}// @ts-nocheck: the long line is generated code; the exports have types.
import type { ControlSchema } from './control-routes.js';
import type { SchemaFault } from './schema-fault.js';

const validateCompiled = /* @__PURE__ */ ${expression};

/** Returns the differences between the value and the schema: none when it matches, and at most 100. */
export function validateControl(schema: ControlSchema, value: unknown): SchemaFault[] {
  return validateCompiled(schema, value);
}
`;
  return { path: 'src/generated/validate-control.ts', text };
}

const union = (members: readonly string[]) => members.map((member) => JSON.stringify(member)).join(' | ');
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
