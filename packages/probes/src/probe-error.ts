/** Probes could not start or go on: the message says why, and what to do. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
}
