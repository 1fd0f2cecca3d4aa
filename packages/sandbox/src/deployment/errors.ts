/** A deployment must not be called, or not any further: the message says why, and what to do. */
export class DeploymentError extends Error {
  override readonly name: string = 'DeploymentError';
}

/** The deployment cannot be reached, refuses the key, or fails, so there is no result. */
export class UnavailableError extends DeploymentError {
  override readonly name = 'UnavailableError';
}
