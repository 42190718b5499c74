// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

/** Where a value differs from its schema. */
export interface SchemaFault {
  /** RFC 6901: the place in the value; of a missing or unknown field, the field's own. */
  pointer: string;
  /** The keyword of the schema that is not met. */
  keyword: string;
  /** What was expected there, such as "must be a string" or "is required". */
  expected: string;
}
