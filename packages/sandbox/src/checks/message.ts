/** A message as the checks read it. */
export interface CheckedMessage {
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** Custom headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content ids of its inline attachments. */
  readonly contentIds: readonly string[];
  /** The parts of its request that the service ignored, such as `headers.Reply-To` or `reply_to`. */
  readonly ignoredFields: readonly string[];
}
