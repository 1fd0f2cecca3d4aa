/** A deployment must not be asked, or cannot be asked further: the message says why, and what to do. */
export class DeploymentError extends Error {
  override readonly name: string = 'DeploymentError';
}

/** The deployment cannot be reached, refuses the key, or fails: nothing can be found out about it. */
export class UnavailableError extends DeploymentError {
  override readonly name = 'UnavailableError';
}
