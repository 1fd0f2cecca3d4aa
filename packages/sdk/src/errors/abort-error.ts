import { circumstances, MailrigError, type MailrigErrorFacts } from './mailrig-error.ts';

/** The caller's `signal` ended the call; its reason is the `cause`. */
export class AbortError extends MailrigError {
  override name = 'AbortError';
  declare readonly code: 'ABORTED';

  constructor(facts: Omit<MailrigErrorFacts, 'code'>) {
    super(`${facts.operation}: ended by the caller's signal${circumstances(facts)}`, {
      ...facts,
      code: 'ABORTED',
    });
  }
}
