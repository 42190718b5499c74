/** `npm run screenshots`: takes the pictures of the documentation again. */
import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

export default defineConfig(base, { testDir: '.', testMatch: 'take.ts' });
