/** All good clients that a careless judge would accuse. */
import type { ConformingClient } from '../client-scenario.js';
import { pages } from './pages.js';
import { people } from './users.js';
import { programs } from './scripts.js';
import { replies } from './replies.js';
import { goodRequests } from './requests.js';
import { steeredClocks } from './controlled-clocks.js';

export const clientLiberties: readonly ConformingClient[] = [
  ...pages,
  ...people,
  ...programs,
  ...replies,
  ...goodRequests,
  ...steeredClocks,
];
