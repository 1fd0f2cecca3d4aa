import type { Finding } from '../control-types.ts';

const tones: Readonly<Record<Finding['severity'], string>> = {
  error: 'bad',
  warning: 'warn',
  advice: 'info',
};

/** The colour of a severity. */
export function toneOf(severity: Finding['severity']): string {
  return tones[severity];
}
