import OpenAI from 'openai';
import { Resend } from 'resend';
import Stripe from 'stripe';

/** A send with each client, through the given `fetch` if the client accepts one, or else the global one. */
export const clients = {
  openai: (fetch, baseURL) => {
    const client = new OpenAI({ apiKey: 'key', baseURL, fetch });
    return (body) => client.chat.completions.create(body);
  },
  stripe: (fetch) => {
    const httpClient = Stripe.createFetchHttpClient(fetch);
    const client = new Stripe('sk_test_key', { httpClient, telemetry: false });
    return ({ to }) => client.customers.create({ email: to });
  },
  resend: (fetch) => {
    globalThis.fetch = fetch;
    const client = new Resend('re_key');
    return (body) => client.emails.send(body);
  },
};
