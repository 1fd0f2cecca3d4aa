import { Mailrig } from 'mailrig';
import { scenario } from './scenario.ts';

interface Bindings {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** Workers have no environment variables, so the key and URL are bindings. */
export const worker = {
  async fetch(_request: Request, bindings: Bindings): Promise<Response> {
    return new Response(await scenario(new Mailrig(bindings), 'a Worker'));
  },
};
