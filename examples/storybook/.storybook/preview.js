import { mswLoader } from 'msw-storybook-addon/csf3';

export default { loaders: [mswLoader()] };
