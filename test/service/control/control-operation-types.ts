/** The response types of the control operations. */
import type { ClientReport } from '../../../src/judge/report/report.js';
import type { operations } from '../../../src/generated/control-api.js';
import type { ControlOperationId } from '../../../src/generated/control-routes.js';

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type SuccessOf<Responses> = Responses extends { 200: infer Found }
  ? Found
  : Responses extends { 201: infer Created }
    ? Created
    : never;

export type ResultOf<Id extends ControlOperationId> = Id extends 'getClientReport'
  ? ClientReport
  : JsonOf<SuccessOf<operations[Id]['responses']>>;
