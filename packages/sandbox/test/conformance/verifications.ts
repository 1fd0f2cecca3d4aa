import type { Pagination } from '../envelope.ts';
import {
  type TestResponse,
  call,
  payload,
  type Request,
  type Service,
  start,
  type Target,
} from '../harness.ts';

/** Path of the verification operations. */
export const verification = '/api/v1/email-verification';

/** Answer to a single verification. */
export interface Result {
  readonly email: string;
  readonly status: string;
  readonly result: string;
  readonly isValid: boolean;
  readonly reason: string;
  readonly riskScore: number;
  readonly cached: boolean;
  readonly details: {
    readonly isDisposable: boolean;
    readonly isFreeProvider: boolean;
    readonly isRoleAccount: boolean;
  };
}

/** A verification, read by its id or in a list. */
export interface Verification {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly totalEmails: number;
  readonly processedEmails: number;
  readonly progress: number;
  readonly creditsDeducted: number;
  readonly createdAt: string;
  readonly startedAt?: string | null;
  readonly completedAt?: string | null;
  readonly analytics?: object | null;
  readonly results?: unknown;
}

/** Answer to the submission of a batch. */
export interface Receipt {
  readonly verificationId: string;
  readonly status: string;
  readonly totalEmails: number;
  readonly creditsDeducted: number;
  readonly analytics?: object | null;
  readonly results?: unknown;
}

/** A page of verifications. */
export interface Page {
  readonly items: readonly Verification[];
  readonly pagination: Pagination;
}

/** Statistics over all verifications. */
export interface Stats {
  readonly totalVerified: number;
  readonly totalValid: number;
  readonly totalInvalid: number;
  readonly totalUnknown: number;
  readonly totalVerifications: number;
  readonly validPercentage: number;
}

/** Verifies one address. */
export function verify(target: Target, email: unknown, request: Request = {}): Promise<TestResponse> {
  return call(target, 'POST', `${verification}/single`, { json: { email }, ...request });
}

/** Verifies one address and returns the result. Fails on a refusal. */
export async function verified(target: Target, email: string, request: Request = {}): Promise<Result> {
  return payload(await verify(target, email, request));
}

/** Submits a batch. */
export function submit(target: Target, emails: unknown, request: Request = {}): Promise<TestResponse> {
  return call(target, 'POST', `${verification}/batch`, { json: { emails }, ...request });
}

/** Submits a batch and returns the receipt. Fails on a refusal. */
export async function submitted(
  target: Target,
  emails: readonly string[],
  request: Request = {},
): Promise<Receipt> {
  return payload(await submit(target, emails, request));
}

/** Requests a verification by its id. */
export function get(target: Target, id: string, request: Request = {}): Promise<TestResponse> {
  return call(target, 'GET', `${verification}/${id}`, request);
}

/** Returns a verification. Fails on a refusal. */
export async function record(target: Target, id: string, request: Request = {}): Promise<Verification> {
  return payload(await get(target, id, request));
}

/** Advances the clock and returns a verification. */
export async function recordAfter(service: Service, id: string, milliseconds: number): Promise<Verification> {
  service.sandbox.clock.advance(milliseconds);
  return record(service, id);
}

/** Reads a page of verifications. */
export async function page(
  target: Target,
  query: Readonly<Record<string, string>> = {},
  request: Request = {},
): Promise<Page> {
  return payload(await call(target, 'GET', verification, { query, ...request }));
}

/** Reads the statistics. */
export async function stats(target: Target, request: Request = {}): Promise<Stats> {
  return payload(await call(target, 'GET', `${verification}/stats`, request));
}

/** `count` different valid addresses: `n1@example.net` and so on. */
export function addresses(count: number, name = 'n'): string[] {
  return Array.from({ length: count }, (_, n) => `${name}${n + 1}@example.net`);
}

/** The time this many milliseconds after the start of the clock. */
export function at(milliseconds: number): string {
  return new Date(Date.parse(start) + milliseconds).toISOString();
}
