/** Every sentence of the interface, with the rules that guard it or the reason why the wire cannot show it. */
import { endpointsAndBeyond } from './endpoints-and-beyond.js';
import { purposeAndResources } from './purpose-and-resources.js';
import type { Statement } from './statement.js';

export const statements: readonly Statement[] = [...purposeAndResources, ...endpointsAndBeyond];
