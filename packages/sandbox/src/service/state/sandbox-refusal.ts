/** A refusal of the sandbox itself: the real service has none like it. The message says what to do. */
export abstract class SandboxRefusal extends Error {
  /** HTTP status of the response. */
  abstract readonly status: number;
  /** Code of the error in the response. */
  abstract readonly code: 'FORBIDDEN' | 'INSUFFICIENT_STORAGE';
}
