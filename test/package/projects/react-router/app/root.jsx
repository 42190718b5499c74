import { Outlet, Scripts } from 'react-router';
import { isMocked } from './deckhand.server.js';

// Browsers get the module without its loader, and without the imports that only the loader uses.
export const loader = () => ({ isMocked });

export default function Root() {
  return (
    <html lang="en">
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
