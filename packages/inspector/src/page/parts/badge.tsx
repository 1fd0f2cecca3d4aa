const tones: Readonly<Record<string, string>> = {
  delivered: 'good',
  completed: 'good',
  active: 'good',
  valid: 'good',
  opened: 'good',
  clicked: 'good',
  observed: 'good',
  sent: 'info',
  processing: 'info',
  live: 'info',
  documented: 'info',
  advice: 'info',
  bounced: 'warn',
  complained: 'warn',
  risky: 'warn',
  expired: 'warn',
  unsubscribed: 'warn',
  contradicted: 'warn',
  warning: 'warn',
  failed: 'bad',
  invalid: 'bad',
  revoked: 'bad',
  suppressed: 'bad',
  error: 'bad',
};

/** The class with the colour of a status word. */
export function toneOf(word: string): string {
  return tones[word] ?? 'plain';
}

/** A status word in its colour. */
export function Badge({ text, tone = toneOf(text) }: { readonly text: string; readonly tone?: string }) {
  return <span class={`badge ${tone}`}>{text}</span>;
}

/** An HTTP status in its colour; `undefined` shows as “no response”. */
export function StatusBadge({ status }: { readonly status: number | undefined }) {
  if (status === undefined) return <Badge text="no response" tone="bad" />;
  const tone = status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad';
  return <Badge text={String(status)} tone={tone} />;
}
