import { formatTimestamp } from '@mailrig/contract';
import type { Steps } from '../../service/kernel/steps.ts';
import { RawResult, type Verb } from '../verb.ts';
import type { DecisionView } from './documents.ts';

/** The health of a sandbox: that it is up, and how much it stores. */
export interface HealthView {
  readonly status: 'ok';
  /** Version of the package. */
  readonly version: string;
  /** ISO 8601. */
  readonly now: string;
  /** Bytes of all emails and attachments (A128). */
  readonly storedBytes: number;
}

export const getHealth: Verb<void, HealthView> = {
  method: 'GET',
  path: '/health',
  summary: 'Whether the sandbox is up and how many bytes it stores; needs no token',
  open: true,
  run: ({ service: { store }, version }) => ({
    status: 'ok',
    version,
    now: formatTimestamp(store.clock.now()),
    storedBytes: store.storedBytes,
  }),
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

export const getCheck: Verb<void, Steps<{ readonly problems: readonly string[] }>> = {
  method: 'GET',
  path: '/check',
  summary: 'Recount every index and counter; lists the differences, if there are any',
  *run({ service }) {
    return { problems: yield* service.store.checking() };
  },
};

export const getDecisions: Verb<void, Promise<{ readonly decisions: readonly DecisionView[] }>> = {
  method: 'GET',
  path: '/decisions',
  summary: 'What the sandbox does where the document is silent or contradicts itself, and how sure that is',
  run: async ({ service }) => {
    const { decisionViews } = await import('./documents.ts');
    return { decisions: decisionViews(service) };
  },
};

export const getOpenApi: Verb<void, Promise<RawResult>> = {
  method: 'GET',
  path: '/openapi.json',
  summary:
    'The API as an OpenAPI 3.1 document, with this sandbox as its server and the responses under its wire options',
  run: async ({ service, version, origin }) => {
    const { openApiText } = await import('./documents.ts');
    const uploadBaseUrl = service.uploadOrigin(origin);
    const { endpoints, strict, store, settings } = service;
    const { attachmentBytes, inlineAttachmentBytes, uploadBytes } = settings.limits;
    const text = openApiText({
      baseUrl: origin,
      uploadBaseUrl,
      version,
      endpoints,
      strict,
      wire: store.wire,
      limits: { attachmentBytes, inlineAttachmentBytes, uploadBytes },
    });
    return new RawResult('application/json; charset=utf-8', text);
  },
};
