/** One operation: what it does, its fields and responses, and a request to try. */
import { follow, mediaOf, type Contract, type Endpoint, type ResponseDocument } from './contract.js';
import { Code, prettyJson } from '../parts/code.js';
import { FieldRows } from './field-rows.js';
import { shapeOf } from './fields.js';
import { Marks } from './marks.js';
import { Prose } from './prose.js';
import { TryIt } from './try-it.js';

interface OperationProps {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly endpoint: Endpoint;
}

export function OperationSection({ contract, baseUrl, endpoint }: OperationProps) {
  const { method, path, parameters, operation } = endpoint;
  const { operationId, summary, description, requestBody, responses } = operation;
  const sections = contract['x-interface-sections'];
  const body = mediaOf(contract, requestBody?.content);
  const answers = Object.entries(responses).map(([status, one]) => [status, follow(contract, one)] as const);
  return (
    <section id={operationId} class="operation" aria-labelledby={`${operationId}-title`}>
      <div class="about">
        <h2 id={`${operationId}-title`}>{summary}</h2>
        <p class="path mono">
          <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
        </p>
        <p>
          <Prose text={description ?? ''} />
        </p>
        <Marks source={operation} sections={sections} />
        {parameters.length > 0 && (
          <>
            <h3>Path</h3>
            <FieldRows
              shape={{
                fields: parameters.map((parameter) => ({
                  name: parameter.name,
                  type: 'string',
                  isRequired: true,
                  source: parameter,
                  shape: { fields: [], variants: [] },
                })),
                variants: [],
              }}
              sections={sections}
            />
          </>
        )}
        {body && (
          <>
            <h3>Body</h3>
            <FieldRows shape={shapeOf(contract, body.schema)} sections={sections} hasRequired />
          </>
        )}
        <h3>Responses</h3>
        {answers.map(([status, response]) => (
          <ResponseDetails
            status={status}
            response={response}
            operationId={operationId}
            contract={contract}
            key={status}
          />
        ))}
      </div>
      <TryIt contract={contract} baseUrl={baseUrl} endpoint={endpoint} />
    </section>
  );
}

interface ResponseProps {
  readonly status: string;
  readonly response: ResponseDocument;
  readonly operationId: string;
  readonly contract: Contract;
}

function ResponseDetails({ status, response, operationId, contract }: ResponseProps) {
  const sections = contract['x-interface-sections'];
  const isSuccess = status.startsWith('2');
  const media = mediaOf(contract, response.content);
  return (
    <details class="response" open={isSuccess}>
      <summary>
        <span class={`status-code s${status.slice(0, 1)}`}>{status === 'default' ? 'other' : status}</span>{' '}
        <Prose text={response.description ?? ''} />
      </summary>
      <div class="inside">
        <Marks source={response} sections={sections} />
        {Object.entries(response.headers ?? {}).map(([name, header]) => {
          const { description = '' } = follow(contract, header);
          return (
            <p class="small" key={name}>
              <code>{name}</code> <Prose text={description} />
            </p>
          );
        })}
        {media && isSuccess && <FieldRows shape={shapeOf(contract, media.schema)} sections={sections} />}
        {media?.examples.map(({ summary, value }, index) => (
          <details class="example" open={!isSuccess && index === 0} key={summary}>
            <summary>Example: {summary}</summary>
            <Code text={prettyJson(value)} label={`Example of ${status} for ${operationId}: ${summary}`} />
          </details>
        ))}
      </div>
    </details>
  );
}
