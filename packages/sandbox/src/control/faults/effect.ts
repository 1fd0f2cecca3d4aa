import { check, isErrorCode, oneOf, parseTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { Duration } from '../../service/kernel/duration.ts';
import type { FaultEffect, FaultRule } from '../../service/state/fault-rule.ts';
import { bodiless } from '../../service/wire/envelope.ts';
import { invalid } from '../control-error.ts';
import { duration, operationName } from '../fields.ts';

/** What a fault does; `delay` can be combined with any other effect. */
export interface FaultEffectInput extends Omit<FaultEffect, 'delay'> {
  /** Real time by which the response is late. The operation runs even if the caller gives up. */
  readonly delay?: Duration | undefined;
}

const retryAfterHint = "must be whole seconds, 'date', or an ISO 8601 time";
const serversOwn = ['content-length', 'transfer-encoding', 'connection', 'trailer'];

/** Headers that every mount can send. */
const headers = z.record(z.string(), z.string()).check((payload) => {
  for (const [name, value] of Object.entries(payload.value)) {
    const problem = headerProblem(name, value);
    if (problem) payload.issues.push({ code: 'custom', input: value, path: [name], message: problem });
  }
});

function headerProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/i.test(name)) return 'must be a name that a header can have';
  if (serversOwn.includes(name.toLowerCase())) return 'is for the server to set';
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? undefined : 'must be a value that a header can have';
}

/** Input of a {@link FaultEffect}. */
export const effect = z
  .object({
    network: z.exactOptional(oneOf(['reset', 'drop', 'hang', 'cut'])),
    delay: z.exactOptional(duration),
    status: z.exactOptional(
      z
        .int({ error: 'must be a whole number' })
        .check(z.refine((status) => status >= 200 && status <= 599, { error: 'must be from 200 to 599' })),
    ),
    code: z.exactOptional(z.string()),
    message: z.exactOptional(z.string()),
    headers: z.exactOptional(headers),
    retryAfter: z.exactOptional(
      z
        .union([z.number(), z.string()], { error: retryAfterHint })
        .check(z.refine(isRetryAfter, { error: retryAfterHint })),
    ),
    body: z.exactOptional(oneOf(['html', 'text', 'empty', 'truncated', 'bare', 'success-false'])),
  })
  .check(
    z.refine((value) => Object.keys(value).length > 0, {
      error: 'must have an effect: give network, delay, status, code, headers, retryAfter or body',
    }),
  );

function isRetryAfter(value: number | string): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return value === 'date' || parseTimestamp(value) !== undefined;
}

/** Throws if the parts of a fault contradict each other. */
export function checkCombination(
  given: FaultEffect,
  phase: FaultRule['phase'] | undefined,
  operation: string | undefined,
): void {
  const { network, status, code, message, body } = given;
  if (network !== undefined && network !== 'cut') {
    const other = (['status', 'code', 'message', 'headers', 'retryAfter', 'body'] as const).find(
      (name) => given[name] !== undefined,
    );
    if (other)
      throw invalid(`effect.${other}`, `cannot go with network ${network}, which leaves no response`);
    return;
  }
  const madeUp = status !== undefined || (code !== undefined && isErrorCode(code));
  if (!madeUp && code !== undefined) {
    throw invalid('effect.status', `is needed with code ${code}, which the API does not have`);
  }
  if (!madeUp && message !== undefined) throw invalid('effect.status', 'is needed with a message');
  const noBody = status !== undefined && bodiless.has(status);
  if (noBody && body !== undefined && body !== 'empty') {
    throw invalid('effect.body', `cannot go with status ${status}, which has no body`);
  }
  if (network === 'cut' && (noBody || body === 'empty')) {
    throw invalid('effect.network', 'cannot cut a response without a body');
  }
  if (body === 'bare' && !madeUp) throw invalid('effect.status', 'is needed with body bare');
  if (operation === 'putUpload' && (body === 'bare' || body === 'success-false')) {
    throw invalid('effect.body', `cannot be ${body} for putUpload, which responds in XML`);
  }
  const changes = network === 'cut' || given.headers !== undefined || given.retryAfter !== undefined;
  if (phase === 'before' && changes && !madeUp && body === undefined) {
    throw invalid('effect.status', 'is needed in phase before, which has no response to change');
  }
}

/** Whether an effect only changes the real response. */
export function changesResponse({ status, code, ...effect }: FaultEffect): boolean {
  const changes =
    effect.network === 'cut' || (effect.headers ?? effect.retryAfter ?? effect.body) !== undefined;
  return changes && status === undefined && code === undefined;
}

/** Throws a `ControlError` naming why a loaded rule could not have come from `POST /faults`. */
export function checkFaultRule({ id, operation, phase, effect: given }: FaultRule): void {
  const checked = check(ruleParts, { operation, effect: given });
  if (!checked.ok)
    throw invalid(`faults: ${id}: ${checked.errors[0]?.field}`, checked.errors[0]?.message ?? '');
  checkCombination(given, phase, operation);
}

const ruleParts = z.object({ operation: z.optional(operationName), effect });
