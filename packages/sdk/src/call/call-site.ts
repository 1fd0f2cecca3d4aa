/**
 * Runs a call. If it fails, the stack of its error leads to the line that made the call, not into this
 * package.
 */
export async function traceCaller<T>(call: () => Promise<T>): Promise<T> {
  const site = new Error('call');
  try {
    return await call();
  } catch (error) {
    const frames = site.stack?.indexOf('\n    at ') ?? -1;
    const own = error instanceof Error ? (error.stack?.indexOf('\n    at ') ?? -1) : -1;
    // Leaves the stack alone if the engine writes it in another form.
    if (error instanceof Error && frames >= 0 && own >= 0) {
      error.stack = `${error.stack?.slice(0, own)}${site.stack?.slice(frames)}`;
    }
    throw error;
  }
}
