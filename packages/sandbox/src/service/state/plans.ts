/*
 * The plan of an accepted email: its future events, each at a time after acceptance. Most emails have one of a
 * few plans, so emails are found by the name of their plan, and nothing is scheduled for each of them.
 */

/** The events of an accepted email. */
export const emailEventTypes = ['sent', 'delivered', 'bounced', 'failed', 'opened', 'clicked'] as const;

/** The name of a plan, the same for equal plans: `sent@500,delivered@2000`. `after` is in milliseconds. */
export function planName(
  plan: readonly { readonly type: (typeof emailEventTypes)[number]; readonly after: number }[],
): string {
  return plan.map(({ type, after }) => `${type}@${after}`).join();
}
