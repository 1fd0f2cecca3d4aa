import { defineConfig } from '@playwright/test';
import served from './e2e-served/playwright.config.ts';
import base from './playwright.config.ts';

export default defineConfig(base, served, { testDir: 'e2e-served' });
