/** Rewrites the stack of an error; not every engine has it. */
const { captureStackTrace } = Error as { captureStackTrace?: (error: Error) => void };

/**
 * Runs a call. If it fails, the stack of its error leads to the line that waits for the call, not into
 * this package. Costs nothing if the call succeeds.
 */
export async function traceCaller<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Here, few of our own frames are left between the error and the caller's `await`.
    if (error instanceof Error) captureStackTrace?.(error);
    throw error;
  }
}
