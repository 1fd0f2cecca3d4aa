import type { IconName } from './icon-names.ts';

type Tone = 'good' | 'info' | 'warn' | 'bad' | 'plain';

/** The colour of a status word, and the picture next to it. */
const styles: Readonly<Record<string, readonly [tone: Tone, icon?: IconName]>> = {
  delivered: ['good', 'delivered'],
  completed: ['good', 'done'],
  accepted: ['good', 'done'],
  active: ['good', 'done'],
  valid: ['good', 'done'],
  uploaded: ['good', 'done'],
  opened: ['good', 'opened'],
  clicked: ['good', 'clicked'],
  queued: ['plain', 'queued'],
  pending: ['plain', 'queued'],
  sent: ['info', 'send'],
  processing: ['info', 'clock'],
  live: ['info'],
  advice: ['info', 'info'],
  replayed: ['info', 'replayed'],
  bounced: ['warn', 'bounced'],
  complained: ['warn', 'warning'],
  risky: ['warn', 'warning'],
  expired: ['warn', 'clock'],
  unsubscribed: ['warn', 'close'],
  warning: ['warn', 'warning'],
  nothing: ['warn', 'fault'],
  conflict: ['warn', 'refused'],
  failed: ['bad', 'error'],
  invalid: ['bad', 'error'],
  revoked: ['bad', 'refused'],
  suppressed: ['bad', 'refused'],
  refused: ['bad', 'refused'],
  error: ['bad', 'error'],
};

/** The class with the colour of a status word. */
export function toneOf(word: string): Tone {
  return styles[word]?.[0] ?? 'plain';
}

/** The picture for a status word. */
export function iconOf(word: string): IconName | undefined {
  return styles[word]?.[1];
}

interface BadgeProps {
  readonly text: string;
  /** The status word that decides its style. Default: the text. */
  readonly word?: string | undefined;
  readonly tone?: string;
  readonly icon?: IconName | undefined;
}

/** A status word in its colour, with its picture. */
export function Badge({ text, word = text, tone = toneOf(word), icon = iconOf(word) }: BadgeProps) {
  return (
    <span class={`badge ${tone}`}>
      {icon && <Icon name={icon} />}
      <span class="clip">{text}</span>
    </span>
  );
}

/** An HTTP status in its colour; `undefined` shows as “no response”. */
export function StatusBadge({ status }: { readonly status: number | undefined }) {
  if (status === undefined) return <Badge text="no response" tone="bad" icon="lost" />;
  const tone = status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'warn' : 'bad';
  return <Badge text={String(status)} tone={tone} />;
}

/** Put in by the build: what each icon draws in a square of 24, as SVG. */
declare const iconShapes: Readonly<Record<IconName, string>>;

/** A small picture next to a word with the same meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: iconShapes[name] }}
    />
  );
}
