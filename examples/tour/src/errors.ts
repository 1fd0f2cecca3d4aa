import { isAPIError, SendError } from 'mailrig';
import { type Chapter, must } from './chapter.ts';

/** Refused requests as typed errors. */
export const errors: Chapter = {
  title: 'Errors',
  steps: [
    {
      title: 'send from another domain',
      run: async ({ live }) => {
        const error: unknown = await live.emails
          .send({ from: 'eve@example.net', to: 'bob@example.org', subject: 'Hello', text: 'Hi' })
          .catch((reason: unknown) => reason);
        must(isAPIError(error, 'FROM_DOMAIN_MISMATCH'), 'a foreign sender is refused');
        must(error instanceof SendError, 'a refused send is a SendError');
        return `${error.name} ${error.code}, status ${error.status}`;
      },
    },
  ],
};
