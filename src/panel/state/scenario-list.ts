/** Which scenarios there are, read again when somebody saved one: nobody else tells of it. */
import { answered, api } from '../api/client.js';
import { scenarios } from './workspace.js';

export async function readAgain(): Promise<void> {
  scenarios.value = (await answered(api.GET('/scenarios'))).scenarios;
}
