/** All statements of the interface, each with its rules or the reason why HTTP traffic cannot show it. */
import { endpointsAndBeyond } from './endpoints-and-beyond.js';
import { purposeAndResources } from './purpose-and-resources.js';
import type { Statement } from './statement.js';

export const statements: readonly Statement[] = [...purposeAndResources, ...endpointsAndBeyond];
