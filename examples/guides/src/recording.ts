import ky from 'ky';
import { Mailrig, type MailrigOptions } from 'mailrig';

/** One request and its response. Leaves out headers and the query, which can hold secrets. */
export interface Exchange {
  readonly operation: unknown;
  readonly attempt: unknown;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/** A client that records every response, also those that it retries. */
export function recording(
  apiKey: string,
  record: (exchange: Exchange) => void,
  settings: MailrigOptions = {},
): Mailrig {
  const recorder = ky.extend({
    hooks: {
      afterResponse: [
        async ({ request, response, options }) => {
          const { operation, attempt } = options.context;
          const { pathname: path } = new URL(request.url);
          const body = (await response.text()).replaceAll(apiKey, '[API key]');
          record({ operation, attempt, method: request.method, path, status: response.status, body });
        },
      ],
    },
  });
  return new Mailrig({ ...settings, apiKey, ky: recorder });
}
