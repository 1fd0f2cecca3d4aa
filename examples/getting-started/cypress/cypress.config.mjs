// cypress.config.mjs
import { sandboxTasks } from '@mailrig/sandbox/cypress';
import { defineConfig } from 'cypress';

export default defineConfig({
  e2e: {
    baseUrl: 'http://localhost:3000',
    specPattern: '*.cy.js',
    supportFile: false,
    setupNodeEvents(on) {
      on('task', sandboxTasks({ url: 'http://127.0.0.1:4010' }));
    },
  },
});
