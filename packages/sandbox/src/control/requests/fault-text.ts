import type { FaultRule } from '../../service/state/fault-rule.ts';

/** What a fault does, in a few words: `503`, `connection reset, after it ran`, `1 ms late`. */
export function faultText({ phase, effect }: Pick<FaultRule, 'phase' | 'effect'>): string {
  const { network, delay, status, code, retryAfter, body, headers } = effect;
  const parts = [
    status,
    code,
    network && `connection ${network}`,
    delay !== undefined && `${delay} ms late`,
    body,
    retryAfter !== undefined && `Retry-After ${retryAfter}`,
    headers && `headers ${Object.keys(headers).join(' ')}`,
    phase === 'after' && 'after it ran',
  ];
  return parts.filter((part) => part !== undefined && part !== false).join(', ');
}
