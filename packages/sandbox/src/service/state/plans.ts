/** The events of an accepted email. */
export const emailEventTypes = ['sent', 'delivered', 'bounced', 'failed', 'opened', 'clicked'] as const;

/** The name of a plan: equal for equal plans. */
export function planName(
  plan: readonly { readonly type: (typeof emailEventTypes)[number]; readonly after: number }[],
): string {
  return plan.map(({ type, after }) => `${type}@${after}`).join();
}
