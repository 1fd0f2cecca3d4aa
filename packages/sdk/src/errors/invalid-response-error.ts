import { circumstances, MailrigError, type MailrigErrorFacts } from './mailrig-error.ts';

/**
 * The service answered 2xx with something that is not what it documents: no JSON, no body, or a
 * field that is missing or of another type. The request itself was most likely done.
 */
export class InvalidResponseError extends MailrigError {
  override name = 'InvalidResponseError';
  declare readonly code: 'INVALID_RESPONSE';

  /** Path of the first field that is wrong, for example `emails[0].id`; `undefined` where the body as a whole is. */
  readonly field: string | undefined;

  /** HTTP status of the answer. */
  readonly status: number;

  /** Id of the answer, where it had a readable one. */
  readonly requestId: string | undefined;

  constructor(
    reason: string,
    facts: Omit<MailrigErrorFacts, 'code'> & {
      readonly field?: string | undefined;
      readonly status: number;
      readonly requestId?: string | undefined;
    },
  ) {
    super(`${facts.operation}: ${reason}${circumstances(facts)}`, { ...facts, code: 'INVALID_RESPONSE' });
    this.field = facts.field;
    this.status = facts.status;
    this.requestId = facts.requestId;
  }
}
