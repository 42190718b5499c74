/** All good clients that a careless judge would accuse. */
import type { ClientLiberty } from '../client-case.js';
import { pages } from './pages.js';
import { people } from './people.js';
import { programs } from './programs.js';
import { replies } from './replies.js';
import { goodRequests } from './requests.js';
import { steeredClocks } from './steered-clocks.js';

export const clientLiberties: readonly ClientLiberty[] = [
  ...pages,
  ...people,
  ...programs,
  ...replies,
  ...goodRequests,
  ...steeredClocks,
];
