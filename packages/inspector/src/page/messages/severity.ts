import type { Severity } from '../control-types.ts';

const tones: Readonly<Record<Severity, string>> = { error: 'bad', warning: 'warn', advice: 'info' };

/** The colour of a severity. */
export function toneOf(severity: Severity): string {
  return tones[severity];
}
