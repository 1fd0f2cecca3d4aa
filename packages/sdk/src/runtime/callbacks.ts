/** Runs a user callback; if it throws or rejects, calls `report` and continues. */
export function notify(callback: () => unknown, report: () => void = () => undefined): void {
  try {
    Promise.resolve(callback()).catch(report);
  } catch {
    report();
  }
}
