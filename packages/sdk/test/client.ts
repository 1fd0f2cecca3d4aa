import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';
import { isMailrigError, Mailrig, type MailrigError, type MailrigOptions } from '../src/index.ts';

/** A sandbox of one's own, and a client that talks to it with the live key. */
export function connect(
  options: MailrigOptions = {},
  sandboxOptions: SandboxOptions = {},
): { readonly sandbox: Sandbox; readonly mail: Mailrig } {
  const sandbox = createSandbox(sandboxOptions);
  const mail = new Mailrig({
    apiKey: sandbox.liveApiKey,
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    ...options,
  });
  return { sandbox, mail };
}

/** As `connect`, with a proxy on the way that changes the responses. */
export function connectThrough(
  change: (answer: Response) => Response | void,
  options: MailrigOptions = {},
): { readonly sandbox: Sandbox; readonly mail: Mailrig } {
  const sandbox = createSandbox();
  const mail = new Mailrig({
    apiKey: sandbox.liveApiKey,
    baseUrl: sandbox.baseUrl,
    fetch: async (input, init) => {
      const answer = await sandbox.fetch(input, init);
      return change(answer) ?? answer;
    },
    ...options,
  });
  return { sandbox, mail };
}

/** The least that an email needs. */
export const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi Bob' };

/** Returns the error that a call fails with. Fails if the call succeeds or throws anything else. */
export async function failureOf(call: Promise<unknown>): Promise<MailrigError> {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (!isMailrigError(error)) throw error;
  return error;
}
