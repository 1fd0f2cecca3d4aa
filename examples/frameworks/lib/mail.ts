import { Mailrig } from 'mailrig';

let client: Mailrig | undefined;

/** One client for the whole app. It is created on first use, because a build has no keys. */
export function mail(): Mailrig {
  client ??= new Mailrig();
  return client;
}
