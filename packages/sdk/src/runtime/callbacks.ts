/** Runs a user callback; if it throws or rejects, calls `report` and continues. */
export function notify(callback: () => unknown, report: () => void = () => undefined): void {
  try {
    const result = callback();
    if (result !== undefined) Promise.resolve(result).catch(report);
  } catch {
    report();
  }
}
