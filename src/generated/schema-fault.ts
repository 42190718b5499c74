// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

/** A difference between a value and its schema. */
export interface SchemaFault {
  /** The place in the value (RFC 6901). A missing or unknown field has its own pointer. */
  pointer: string;
  /** The keyword of the schema. */
  keyword: string;
  /** What was expected there, such as "must be a string" or "is required". */
  expected: string;
}
