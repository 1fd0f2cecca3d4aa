import { circumstances, MailrigError, type MailrigErrorFacts } from './mailrig-error.ts';

/** The whole answer was not there in time: within `timeout` for one attempt, or `totalTimeout` for the call. */
export class TimeoutError extends MailrigError {
  override name = 'TimeoutError';
  declare readonly code: 'TIMEOUT_ERROR';

  /** Which limit was reached. */
  readonly limit: 'timeout' | 'totalTimeout';

  constructor(
    limit: 'timeout' | 'totalTimeout',
    milliseconds: number,
    facts: Omit<MailrigErrorFacts, 'code'>,
  ) {
    super(
      `${facts.operation}: no complete answer within ${limit} of ${milliseconds} ms${circumstances(facts)}`,
      {
        ...facts,
        code: 'TIMEOUT_ERROR',
      },
    );
    this.limit = limit;
  }
}
