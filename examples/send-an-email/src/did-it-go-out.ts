import { isAPIError, type MailrigError, type Outcome } from 'mailrig';

const answers: Readonly<Record<Outcome, string>> = {
  'not-sent': 'It did not go out: the request never left.',
  rejected: 'It did not go out: the service refused it.',
  unknown: 'It may have gone out: the service did not answer.',
  succeeded: 'It went out, but the response could not be read.',
};

/** Explains whether a failed email went out. */
export function didItGoOut(error: MailrigError): string {
  if (isAPIError(error, 'RECIPIENT_SUPPRESSED') && error.details) {
    return `${answers.rejected} Suppressed: ${error.details.suppressed.join(', ')}.`;
  }
  if (error.outcome === 'unknown') {
    return `${answers.unknown} Send it again with the idempotency key ${error.idempotencyKey}: it will only go out once.`;
  }
  return answers[error.outcome];
}
