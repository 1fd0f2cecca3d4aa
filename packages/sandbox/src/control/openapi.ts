import { type OpenApiDocument, openApiDocument } from '@mailrig/contract/openapi';
import type { Verb } from './verb.ts';

export const getOpenApi: Verb<void, OpenApiDocument> = {
  method: 'GET',
  path: '/openapi.json',
  summary: 'The API as an OpenAPI 3.1 document, with this sandbox as its server',
  run: ({ service, version, origin }) =>
    openApiDocument({ baseUrl: origin, uploadBaseUrl: service.uploadOrigin(origin), version }),
};
