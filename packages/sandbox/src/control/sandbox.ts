import { type Decision, decisions, formatTimestamp } from '@mailrig/contract';
import { type OpenApiDocument, openApiDocument } from '@mailrig/contract/openapi';
import type { Verb } from './verb.ts';

export const getHealth: Verb<
  void,
  { readonly status: 'ok'; readonly version: string; readonly now: string }
> = {
  method: 'GET',
  path: '/health',
  summary: 'Whether the sandbox is up; needs no token',
  open: true,
  run: ({ service, version }) => ({ status: 'ok', version, now: formatTimestamp(service.store.clock.now()) }),
};

export const reset: Verb<void, void> = {
  method: 'POST',
  path: '/reset',
  summary: 'Go back to the start-up seed, clock and ids included',
  run: ({ service: { store } }) => {
    store.restore(store.start);
    store.clock.restart();
  },
};

export const getCheck: Verb<void, { readonly problems: readonly string[] }> = {
  method: 'GET',
  path: '/check',
  summary: 'Recount every index and counter; lists the differences, if there are any',
  run: ({ service }) => ({ problems: service.store.check() }),
};

export const getDecisions: Verb<void, { readonly decisions: readonly Decision[] }> = {
  method: 'GET',
  path: '/decisions',
  summary: 'How the sandbox behaves if the document is silent or contradicts itself',
  run: () => ({ decisions }),
};

export const getOpenApi: Verb<void, OpenApiDocument> = {
  method: 'GET',
  path: '/openapi.json',
  summary: 'The API as an OpenAPI 3.1 document, with this sandbox as its server',
  run: ({ service, version, origin }) =>
    openApiDocument({
      baseUrl: origin,
      uploadBaseUrl: service.uploadOrigin(origin),
      version,
      endpoints: service.endpoints,
    }),
};
