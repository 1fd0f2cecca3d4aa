/** States of an email; `delivered`, `bounced` and `failed` are final. */
export const emailStatuses = ['queued', 'sent', 'delivered', 'bounced', 'failed'] as const;

/** State of an email. */
export type EmailStatus = (typeof emailStatuses)[number];

/** States of an attachment; `expired` is final. */
export const attachmentStatuses = ['pending', 'uploaded', 'expired'] as const;

/** State of an attachment. */
export type AttachmentStatus = (typeof attachmentStatuses)[number];

/** States of a contact. No operation leads out of `suppressed`. */
export const contactStatuses = ['active', 'unsubscribed', 'bounced', 'complained', 'suppressed'] as const;

/** State of a contact. */
export type ContactStatus = (typeof contactStatuses)[number];

/** Reasons for suppressing a contact. An administrator's reason is `manual`. */
export const suppressionReasons = ['manual', 'unsubscribed', 'bounced', 'complained', 'spam_trap'] as const;

/** Reason for suppressing a contact. */
export type SuppressionReason = (typeof suppressionReasons)[number];

/** States of a verification, in their order; `completed` and `failed` are final. */
export const verificationStatuses = ['pending', 'processing', 'completed', 'failed'] as const;

/** State of a verification. */
export type VerificationStatus = (typeof verificationStatuses)[number];

/** Kinds of verification: one address, or a batch of them. */
export const verificationTypes = ['single', 'batch'] as const;

/** Kind of a verification. */
export type VerificationType = (typeof verificationTypes)[number];

/** Short results of a verification: safe to send to, not safe, undetermined. */
export const addressStatuses = ['clean', 'dirty', 'unknown'] as const;

/** Short result of a verification. */
export type AddressStatus = (typeof addressStatuses)[number];

/** Results of a verification. In short, `valid` is `clean`; `invalid` and `risky` are `dirty`. */
export const addressResults = ['valid', 'invalid', 'risky', 'unknown'] as const;

/** Result of a verification. */
export type AddressResult = (typeof addressResults)[number];
