/** The states of a contact. */
export const contactStatuses = ['active', 'unsubscribed', 'bounced', 'complained', 'suppressed'] as const;
