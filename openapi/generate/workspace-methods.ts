/** Generates the methods of a workspace's handle from `x-method` of the control document: their types, and their table. */
import {
  DOCUMENT_FILES,
  listOperations,
  resolveReference,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
} from '../document.js';
import { refName, type Schema, type SchemaObject } from '../schema.js';
import { typescriptFile, type GeneratedFile } from './generated-file.js';

/** An operation with the extensions that name its method. The control document explains them. */
interface MethodOperation extends OperationObject {
  readonly 'x-method'?: string;
  readonly 'x-arguments'?: Readonly<Record<string, string>>;
  readonly 'x-returns'?: string;
  readonly 'x-internal'?: boolean;
}

interface MethodArgument {
  readonly name: string;
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

interface Method {
  readonly receiver: string;
  readonly name: string;
  readonly operation: MethodOperation;
  readonly arguments: readonly MethodArgument[];
  readonly returns: string;
}

/** A type of this package, or of the control document. */
interface NamedType {
  readonly name: string;
  readonly module: string | undefined;
}

const RECEIVERS = ['workspace', 'clock', 'deckhand'];

export async function generateWorkspaceMethods(document: OpenApiDocument): Promise<GeneratedFile> {
  const types = new TypeRenderer(document);
  const methods = listOperations(document).flatMap(({ operation }) => types.toMethod(operation) ?? []);
  const unknown = methods.find(({ receiver }) => !RECEIVERS.includes(receiver));
  if (unknown) throw new Error(`${unknown.operation.operationId}: there is no receiver ${unknown.receiver}`);
  const receivers = RECEIVERS.map((receiver) => ({
    receiver,
    methods: methods.filter((method) => method.receiver === receiver),
  }));
  return typescriptFile(
    'workspace-methods',
    DOCUMENT_FILES.control,
    `import type * as control from './control-api.js';
import type { ControlOperationId } from './control-routes.js';
${types.imports()}

/** A method that runs an operation. */
export interface ControlMethod {
  readonly operation: ControlOperationId;
  readonly summary: string;
  /** Its arguments in their order, each with its place in the request: \`path.job\`, \`query\`, \`body\` or \`body.message\`. */
  readonly arguments: readonly (readonly [name: string, place: string])[];
  /** The field of the response that it returns, or \`void\`. Default: the whole response. */
  readonly returns?: string;
  /** Whether only Deckhand's own pages use it. */
  readonly isInternal?: boolean;
}

${types.interfaces()}

${receivers.map(({ receiver, methods: own }) => renderInterface(receiver, own)).join('\n\n')}

${receivers.map(({ receiver, methods: own }) => renderTable(receiver, own)).join('\n\n')}
`,
  );
}

/** Renders types, and collects their imports and the interfaces of options. */
class TypeRenderer {
  readonly #document: OpenApiDocument;
  readonly #imports = new Map<string, string>();
  readonly #interfaces: string[] = [];

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  toMethod(operation: MethodOperation): Method | undefined {
    const fullName = operation['x-method'];
    if (fullName === undefined) return undefined;
    const [name = '', receiver = 'workspace'] = fullName.split('.').toReversed();
    return {
      receiver,
      name,
      operation,
      arguments: Object.entries(operation['x-arguments'] ?? {}).map(([argument, place]) =>
        this.#toArgument(name, argument, place, operation),
      ),
      returns: this.#returnType(operation),
    };
  }

  imports(): string {
    return [...this.#imports].map(([name, module]) => `import type { ${name} } from '${module}';`).join('\n');
  }

  interfaces(): string {
    return this.#interfaces.join('\n\n');
  }

  #toArgument(method: string, name: string, place: string, operation: MethodOperation): MethodArgument {
    const [part, field] = place.split('.');
    const fail = (): never => {
      throw new Error(`${operation.operationId}: the request has no ${place}`);
    };
    if (part === 'body') {
      const { schema, isRequired } = this.#requestBody(operation) ?? fail();
      if (field === undefined)
        return { name, place, type: `control.${schema}`, isRequired, description: undefined };
      const { properties = {}, required = [] } = this.#document.components.schemas[schema] ?? {};
      const property = properties[field] ?? fail();
      return {
        name,
        place,
        type: `control.${schema}['${field}']`,
        isRequired: isRequired && required.includes(field),
        description: typeof property === 'object' ? property.description : undefined,
      };
    }
    const parameters = this.#parameters(operation);
    if (part === 'query' && field === undefined) {
      const type = `${capitalize(method)}${capitalize(name)}`;
      this.#addInterface(
        type,
        `The ${name} of \`${method}\`.`,
        parameters.filter((parameter) => parameter.in === 'query'),
      );
      return { name, place, type, isRequired: false, description: undefined };
    }
    if (part === 'path')
      return { name, place, type: 'string', isRequired: true, description: this.#pathDescription(field) };
    const parameter = parameters.find((one) => one.in === part && one.name === field) ?? fail();
    const { schema, description } = parameter;
    return { name, place, type: this.#textType(schema), isRequired: false, description };
  }

  #parameters({ parameters = [] }: MethodOperation): ParameterObject[] {
    return parameters.map((parameter) => resolveReference(this.#document, parameter));
  }

  #pathDescription(name: string | undefined): string | undefined {
    const parameters = Object.values(this.#document.components['parameters'] ?? {}) as ParameterObject[];
    return parameters.find((one) => one.in === 'path' && one.name === name)?.description;
  }

  #requestBody({ requestBody }: MethodOperation) {
    if (!requestBody) return undefined;
    const { content = {}, required: isRequired = false } = resolveReference(this.#document, requestBody);
    const { $ref = '' } = (content['application/json']?.schema ?? {}) as SchemaObject;
    return { schema: refName($ref), isRequired };
  }

  #returnType({ responses, 'x-returns': field }: MethodOperation): string {
    if (field === 'void') return 'void';
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    const { content = {} } = success ? resolveReference(this.#document, success) : {};
    const { $ref = '' } = (content['application/json']?.schema ?? {}) as SchemaObject;
    if (field === undefined) return this.#typeName(refName($ref));
    const property = this.#document.components.schemas[refName($ref)]?.properties?.[field];
    if (typeof property !== 'object') throw new Error(`${$ref} has no ${field}`);
    const { items } = property;
    return typeof items === 'object' && items.$ref !== undefined
      ? `readonly ${this.#typeName(refName(items.$ref))}[]`
      : `control.${refName($ref)}['${field}']`;
  }

  /** The type of a component: its `x-type`, or the generated one. */
  #typeName(schema: string): string {
    const { name, module } = toNamedType(schema, this.#document.components.schemas[schema]);
    if (module === undefined) return `control.${name}`;
    this.#imports.set(name, module);
    return name;
  }

  #addInterface(name: string, comment: string, parameters: readonly ParameterObject[]): void {
    const fields = parameters.map(
      (parameter) =>
        `/** ${parameter.description ?? ''} */\nreadonly ${toCamelCase(parameter.name)}?: ${this.#textType(parameter.schema)};`,
    );
    this.#interfaces.push(`/** ${comment} */\nexport interface ${name} {\n${fields.join('\n')}\n}`);
  }

  /** The type of a value that is sent as text. A text with a pattern, such as a count or a time, can be a number. */
  #textType(schema: Schema): string {
    const { $ref } = schema as SchemaObject;
    const resolved = ($ref === undefined ? schema : this.#document.components.schemas[refName($ref)]) as {
      enum?: readonly string[];
      pattern?: string;
    };
    if (resolved.enum?.join() === 'true,false') return 'boolean';
    if (resolved.enum && $ref !== undefined) return `control.${refName($ref)}`;
    return resolved.pattern === undefined ? 'string' : 'string | number';
  }
}

/** @param schema with `x-type: folder/module.Name`, if its type is not generated */
function toNamedType(name: string, schema: SchemaObject | undefined): NamedType {
  const type = schema?.['x-type'];
  if (typeof type !== 'string') return { name, module: undefined };
  const [module = '', typeName = ''] = type.split('.');
  return { name: typeName, module: `../${module}.js` };
}

function renderInterface(receiver: string, methods: readonly Method[]): string {
  const members = methods.map(({ name, operation, arguments: parameters, returns }) => {
    const list = parameters.map(
      (parameter) => `${parameter.name}${parameter.isRequired ? '' : '?'}: ${parameter.type}`,
    );
    return `${renderComment(operation, parameters)}\n${name}(${list.join(', ')}): ${returns};`;
  });
  return `export interface ${capitalize(receiver)}Methods {\n${members.join('\n\n')}\n}`;
}

function renderComment(
  { summary, description, 'x-internal': isInternal }: MethodOperation,
  parameters: readonly MethodArgument[],
): string {
  const lines = [
    `${isInternal ? '@internal ' : ''}${summary}.${description === undefined ? '' : ` ${description.trim()}`}`,
    ...parameters.flatMap(({ name, description: text }) =>
      text === undefined ? [] : [`@param ${name} ${text.trim()}`],
    ),
  ];
  return `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */`;
}

function renderTable(receiver: string, methods: readonly Method[]): string {
  const rows = methods.map(({ name, operation, arguments: parameters }) => [
    name,
    {
      operation: operation.operationId,
      summary: operation.summary,
      arguments: parameters.map((parameter) => [parameter.name, parameter.place]),
      returns: operation['x-returns'],
      isInternal: operation['x-internal'],
    },
  ]);
  const type = `{ readonly [Name in keyof ${capitalize(receiver)}Methods]: ControlMethod }`;
  return `export const ${receiver}Methods: ${type} = ${JSON.stringify(Object.fromEntries(rows))};`;
}

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `minPollInterval` for `min_poll_interval`. */
const toCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
