/** Generates routes.ts, the operations of the public document as a table. */
import {
  bodySchema,
  DOCUMENT_FILES,
  toList,
  listOperations,
  resolveReference,
  type OpenApiDocument,
  type OperationObject,
} from '../document.js';
import { mapValues } from '../schema.js';
import { typescriptFile, unionOfLiterals, type GeneratedFile } from './generated-file.js';

export async function generateRoutes(document: OpenApiDocument): Promise<GeneratedFile> {
  const routes = listOperations(document).map(({ method, path, operation }) =>
    route(document, method, path, operation),
  );
  const methods = [...new Set(routes.map(({ method }) => method))];
  const basePath = new URL(document.servers?.[0]?.url.replace(/^\{\w+\}/, 'http://x') ?? '').pathname;
  const body = `import type { RequestSchema, ValidatedSchema } from './validated-schema.js';

export interface Route {
  readonly operationId: OperationId;
  readonly method: ${unionOfLiterals(methods)};
  /** Below basePath, such as /presentations/{id}. */
  readonly path: string;
  /** The parts of the path: fixed strings, or parameters. */
  readonly segments: readonly (string | { readonly param: string })[];
  readonly successStatus: number;
  readonly requestSchema?: RequestSchema;
  /** By status code, or \`default\`. */
  readonly responses: Readonly<Record<string, RouteResponse>>;
  /** Sections of the spec. */
  readonly sources: readonly string[];
}

export interface RouteResponse {
  readonly schema: ValidatedSchema;
  readonly mediaType: string;
  /** Sections of the spec. */
  readonly sources: readonly string[];
  /** The spec does not define the status, so the judge accepts other success statuses. */
  readonly statusAssumed: boolean;
}

/** Contains the version of the API. */
export const basePath = ${JSON.stringify(basePath)};

/** The id of an operation. */
export type OperationId = ${unionOfLiterals(routes.map(({ operationId }) => operationId))};

export const routes: readonly Route[] = ${JSON.stringify(routes)};
`;
  return typescriptFile('routes', DOCUMENT_FILES.presentation, body);
}

function route(document: OpenApiDocument, method: string, path: string, operation: OperationObject) {
  const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
  if (success.length !== 1) throw new Error(`${operation.operationId} needs exactly one 2xx response`);
  const { requestBody } = operation;
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    segments: path
      .split('/')
      .slice(1)
      .map((part) => {
        const param = /^\{(\w+)\}$/.exec(part)?.[1];
        return param === undefined ? part : { param };
      }),
    successStatus: Number(success[0]),
    ...(requestBody && { requestSchema: bodySchema(document, requestBody).schema }),
    responses: mapValues(operation.responses, (reference) => {
      const response = resolveReference(document, reference);
      return {
        ...bodySchema(document, response),
        sources: toList(response['x-source']),
        statusAssumed: response['x-assumed'] !== undefined,
      };
    }),
    sources: toList(operation['x-source']),
  };
}
