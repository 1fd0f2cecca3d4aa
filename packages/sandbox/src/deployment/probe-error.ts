/** Probes could not start or continue: the message says why, and what to do. */
export class ProbeError extends Error {
  override readonly name: string = 'ProbeError';
}

/** The deployment cannot be reached, refuses the key, or fails: nothing can be found out about it. */
export class NoAnswerError extends ProbeError {
  override readonly name = 'NoAnswerError';
}
