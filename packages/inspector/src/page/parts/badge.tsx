const tones: Readonly<Record<string, string>> = {
  delivered: 'good',
  completed: 'good',
  active: 'good',
  valid: 'good',
  opened: 'good',
  clicked: 'good',
  sent: 'info',
  processing: 'info',
  bounced: 'warn',
  complained: 'warn',
  risky: 'warn',
  expired: 'warn',
  unsubscribed: 'warn',
  failed: 'bad',
  invalid: 'bad',
  revoked: 'bad',
  suppressed: 'bad',
};

/** A status word in its colour. */
export function Badge({ text, tone }: { readonly text: string; readonly tone?: string }) {
  return <span class={`badge ${tone ?? tones[text] ?? 'plain'}`}>{text}</span>;
}

/** An HTTP status in its colour; `undefined` shows as “no response”. */
export function StatusBadge({ status }: { readonly status: number | undefined }) {
  if (status === undefined) return <Badge text="no response" tone="bad" />;
  const tone = status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad';
  return <Badge text={String(status)} tone={tone} />;
}
