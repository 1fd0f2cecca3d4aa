import { type ErrorCode, errorCodes, isErrorCode } from '@mailrig/contract';
import { httpDate } from '../kernel/http-date.ts';
import { sleep } from '../kernel/timers.ts';
import type { FaultEffect, FaultRule } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { type Answer, type AnswerMeta, jsonHeaders, refusalAnswer } from '../wire/envelope.ts';
import type { WireOptions } from '../wire/options.ts';
import { Refusal } from '../wire/refusal.ts';
import type { Reply } from './request.ts';

/** The rule that spoils this call, if one does; counts the call against the rules that match it. */
export function takeFault(store: Store, operation: string, accountId: string): FaultRule | undefined {
  if (store.faults.size === 0) return undefined;
  for (const rule of store.faults.all()) {
    if (rule.operation !== undefined && rule.operation !== operation) continue;
    if (rule.accountId !== undefined && rule.accountId !== accountId) continue;
    if (rule.skip > 0) {
      store.faults.replace({ ...rule, skip: rule.skip - 1 });
      continue;
    }
    if (rule.times === 1) store.faults.delete(rule.id);
    else if (rule.times !== undefined) store.faults.replace({ ...rule, times: rule.times - 1 });
    return rule;
  }
  return undefined;
}

/** What the caller gets instead of `answer`, the real one where there is one. */
export async function spoil(
  effect: FaultEffect,
  answer: Answer | undefined,
  options: WireOptions,
  meta: AnswerMeta,
  signal: AbortSignal | undefined,
): Promise<Reply | undefined> {
  if (effect.delay !== undefined) await sleep(effect.delay, signal);
  if (effect.network) return { network: effect.network };
  const base = effect.status === undefined ? answer : madeUp(effect, effect.status, options, meta);
  if (base) return mangle(effect, base, meta.now);
  return effect.body === undefined ? undefined : mangle(effect, madeUp(effect, 200, options, meta), meta.now);
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  402: 'INSUFFICIENT_CREDITS',
  404: 'NOT_FOUND',
  409: 'IDEMPOTENCY_IN_PROGRESS',
  429: 'RATE_LIMIT_EXCEEDED',
  503: 'SERVICE_UNAVAILABLE',
};

function madeUp(effect: FaultEffect, status: number, options: WireOptions, meta: AnswerMeta): Answer {
  const known = effect.code !== undefined && isErrorCode(effect.code) ? effect.code : undefined;
  const code = known ?? codeByStatus[status] ?? 'INTERNAL_ERROR';
  const refusal = new Refusal(code, effect.message ?? errorCodes[code].meaning);
  const answer = refusalAnswer(refusal, options, meta);
  const body =
    known === undefined && effect.code !== undefined
      ? String(answer.body).replace(code, effect.code)
      : answer.body;
  return { ...answer, status, body };
}

function mangle(effect: FaultEffect, answer: Answer, now: number): Answer {
  const headers = {
    ...answer.headers,
    ...(effect.retryAfter !== undefined && { 'retry-after': retryAfter(effect.retryAfter, now) }),
    ...lowerCase(effect.headers ?? {}),
  };
  const { status } = answer;
  const text = typeof answer.body === 'string' ? answer.body : '';
  switch (effect.body) {
    case 'empty':
      return { status, headers, body: '' };
    case 'truncated':
      return { status, headers, body: text.slice(0, text.length >> 1) };
    case 'html':
      return {
        status,
        headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
        body: page(status),
      };
    case 'text':
      return {
        status,
        headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
        body: 'upstream error',
      };
    case 'bare':
      return { status, headers, body: errorOnly(text) };
    case 'success-false':
      return { status: effect.status ?? 200, headers: { ...headers, ...jsonHeaders }, body: failure(text) };
    default:
      return { status, headers, body: answer.body };
  }
}

function page(status: number): string {
  return `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`;
}

/** Only the `error` member of an error body, as the document's bare 401 has it. */
function errorOnly(text: string): string {
  const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
  return JSON.stringify({ error: { code: error?.code, message: error?.message } });
}

function failure(text: string): string {
  const body = JSON.parse(text) as { error?: unknown; meta?: unknown };
  const error = body.error ?? { code: 'INTERNAL_ERROR', message: errorCodes.INTERNAL_ERROR.meaning };
  return JSON.stringify({ success: false, error, meta: body.meta });
}

function retryAfter(value: number | 'date', now: number): string {
  return value === 'date' ? httpDate(now + 1_000) : String(value);
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
