import { circumstances, MailrigError, type MailrigErrorFacts } from './mailrig-error.ts';

/** The service could not be reached, or the connection broke before the whole answer was there. */
export class ConnectionError extends MailrigError {
  override name = 'ConnectionError';
  declare readonly code: 'NETWORK_ERROR';

  constructor(reason: string, facts: Omit<MailrigErrorFacts, 'code'>) {
    super(`${facts.operation}: ${reason}${circumstances(facts)}`, { ...facts, code: 'NETWORK_ERROR' });
  }
}
