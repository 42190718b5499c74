/** The text of a lock, as another process writes it. */
import { thisProcess } from '../../src/files/this-process.js';

export const ownerText = (owner: object): string =>
  JSON.stringify({ id: 'of-another', ...thisProcess(), heartbeat: Date.now(), ...owner });
