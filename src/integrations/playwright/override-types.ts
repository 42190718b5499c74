/** What a test can let an operation respond: typed as the documented response, unless the test says that it violates it. */
import type { operations } from '../../generated/documented-api.js';
import type { OperationId } from '../../generated/routes.js';

/** The status of an error. The specification has no bodies for errors (7). */
type ErrorStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 410
  | 412
  | 413
  | 415
  | 422
  | 429
  | 500
  | 501
  | 502
  | 503
  | 504;

type Responses<Operation extends OperationId> = operations[Operation]['responses'];

/** `202`, or `2XX` where the specification leaves the status open. */
type SuccessKey<Operation extends OperationId> = Exclude<keyof Responses<Operation>, 429 | 'default'>;

type SuccessStatus<Operation extends OperationId> =
  SuccessKey<Operation> extends number ? SuccessKey<Operation> : 200 | 201 | 202 | 203;

type SuccessBody<Operation extends OperationId> = Responses<Operation>[SuccessKey<Operation>] extends {
  readonly content: { readonly 'application/json': infer Body };
}
  ? Body
  : never;

interface WithHeaders {
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A success with the documented body. */
interface SuccessOverride<Operation extends OperationId> extends WithHeaders {
  /** The JSON body, as the specification documents it. */
  readonly json: SuccessBody<Operation>;
  /** Default: the status of a success. */
  readonly status?: SuccessStatus<Operation>;
  readonly violates?: false;
}

/** An error. */
interface ErrorOverride extends WithHeaders {
  readonly status: ErrorStatus;
  /** Default: the problem of the status. */
  readonly json?: unknown;
  readonly violates?: false;
}

/** A response that the specification does not allow. */
interface ViolatingOverride extends WithHeaders {
  readonly json: unknown;
  /** Default: the status of a success. */
  readonly status?: number;
  /** The response violates the specification on purpose. */
  readonly violates: true;
}

/** What an operation responds instead of its own response. */
export type OverrideResponse<Operation extends OperationId> =
  SuccessOverride<Operation> | ErrorOverride | ViolatingOverride;
