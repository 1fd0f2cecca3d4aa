import type { Shape } from '@mailrig/contract';
import * as z from 'zod/mini';
import { count, id } from './fields.ts';

/** What a fault does to a response. */
export interface FaultEffect {
  /**
   * Breaks the connection: resets it at once (`reset`), closes it without a response (`drop`), never
   * answers (`hang`), or closes it in the middle of the response (`cut`).
   */
  readonly network?: 'reset' | 'drop' | 'hang' | 'cut';
  /** Real milliseconds by which the response is late. */
  readonly delay?: number;
  /** Status of an error response in place of the real one. */
  readonly status?: number;
  /** Error code of that response. Default: one that fits the status. */
  readonly code?: string;
  /** Message of that response. Default: the meaning of its code. */
  readonly message?: string;
  /** More headers for the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Header `Retry-After`: a number of seconds, or an HTTP date (`date` is one second ahead; or an ISO 8601 time). */
  readonly retryAfter?: number | string;
  /**
   * Replaces the body: an HTML page, plain text, nothing (`empty`), JSON that breaks off although the
   * connection holds (`truncated`), an `error` without the envelope (`bare`), or an envelope that says
   * `success: false` whatever the status.
   */
  readonly body?: 'html' | 'text' | 'empty' | 'truncated' | 'bare' | 'success-false';
}

/** A rule that injects a fault into responses. */
export interface FaultRule {
  /** Id of the rule, by which it can be removed. */
  readonly id: string;
  /** Only calls of this account. Default: all. */
  readonly accountId?: string;
  /** Only calls of this operation. Default: all. */
  readonly operation?: string;
  /** Number of matching calls that still pass. */
  readonly skip: number;
  /** Number of matching calls that it still affects. Default: all. */
  readonly times?: number;
  /** `before`: the operation does not run. `after`: it runs, and only the response goes wrong. */
  readonly phase: 'before' | 'after';
  /** What happens instead of the usual response. */
  readonly effect: FaultEffect;
}

/** A fault that a request met: its rule may be gone. */
export type MetFault = Pick<FaultRule, 'id' | 'phase' | 'effect'>;

/** The schema of a saved {@link FaultRule}. The control plane checks the effect. */
export const faultRule = z.strictObject({
  id,
  accountId: z.exactOptional(id),
  operation: z.exactOptional(z.string()),
  skip: count,
  times: z.exactOptional(z.int().check(z.gte(1))),
  phase: z.enum(['before', 'after']),
  effect: z.custom<FaultEffect>((effect) => typeof effect === 'object' && effect !== null),
} satisfies Shape<FaultRule>);

/** The schema of a saved {@link MetFault}. */
export const metFault = z.strictObject({
  id: faultRule.shape.id,
  phase: faultRule.shape.phase,
  effect: faultRule.shape.effect,
} satisfies Shape<MetFault>);
