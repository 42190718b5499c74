/** The inputs and outputs of the operations in the control document, as types by operation id. */
import type { operations } from '../generated/control-api.js';
import type { ControlOperationId } from '../generated/control-routes.js';

export type VerbId = ControlOperationId;

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type SuccessOf<Responses> = Responses extends { 200: infer Found }
  ? Found
  : Responses extends { 201: infer Created }
    ? Created
    : never;

export type BodyOf<Id extends VerbId> = JsonOf<NonNullable<operations[Id]['requestBody']>>;
export type ReplyOf<Id extends VerbId> = JsonOf<SuccessOf<operations[Id]['responses']>>;
export type QueryOf<Id extends VerbId> = NonNullable<operations[Id]['parameters']['query']>;

/** The exchanges to read from a journal. */
export type JournalFilter = Omit<QueryOf<'readJournal'>, 'bodies' | 'unassigned'>;
