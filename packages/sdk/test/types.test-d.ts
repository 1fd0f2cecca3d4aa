import type { SendEmailBody } from '@mailrig/contract';
import type { Sandbox } from '@mailrig/sandbox';
import { describe, expectTypeOf, test } from 'vitest';
import {
  type AddressResult,
  type APIError,
  type APIPromise,
  type Attachment,
  type AttachmentStatus,
  type Clock,
  type WaitReason,
  type ConsentType,
  type Contact,
  type ContactStatus,
  type Email,
  type EmailStatus,
  isAPIError,
  type LiveSendResult,
  type Mailrig,
  type MailrigError,
  type Page,
  type PagePromise,
  RateLimitError,
  SendError,
  TimeoutError,
  type RateLimit,
  type SendEmailParams,
  type SendHtmlParams,
  type SendResult,
  type TestSendResult,
  type Verification,
  type VerificationBatch,
  type VerificationResult,
  type VerificationStatus,
} from '../src/index.ts';

declare const mail: Mailrig;
const base = { from: 'ada@example.com', to: 'bob@example.org' };

describe('what can be sent (A53, A54)', () => {
  test('html, text or both with a subject, or a template', () => {
    expectTypeOf({ ...base, subject: 's', html: 'h' }).toExtend<SendEmailParams>();
    expectTypeOf({ ...base, subject: 's', text: 't' }).toExtend<SendEmailParams>();
    expectTypeOf({ ...base, subject: 's', html: 'h', text: 't' }).toExtend<SendEmailParams>();
    expectTypeOf({ ...base, templateId: 'welcome' }).toExtend<SendEmailParams>();
    expectTypeOf({
      ...base,
      templateId: 'welcome',
      subject: 's',
      variables: { a: 1 },
    }).toExtend<SendEmailParams>();
  });

  test('every field of the body, and files', () => {
    expectTypeOf<keyof SendHtmlParams>().toEqualTypeOf<keyof SendEmailBody | 'attachments'>();
  });

  test('undefined counts as absent', () => {
    expectTypeOf({
      ...base,
      subject: 's',
      text: 't',
      html: undefined,
      cc: undefined,
    }).toExtend<SendEmailParams>();
    expectTypeOf<{
      from: string;
      to: string;
      subject: string;
      text: string;
      html: string | undefined;
    }>().toExtend<SendEmailParams>();
  });

  test('nothing else', () => {
    expectTypeOf(base).not.toExtend<SendEmailParams>();
    expectTypeOf({ ...base, html: 'h' }).not.toExtend<SendEmailParams>();
    expectTypeOf({ ...base, subject: 's' }).not.toExtend<SendEmailParams>();
    expectTypeOf({ ...base, subject: 's', html: 'h', templateId: 'welcome' }).not.toExtend<SendEmailParams>();
    expectTypeOf({ ...base, subject: 's', text: 't', variables: {} }).not.toExtend<SendEmailParams>();
  });
});

test('a send returns a result whose kinds `sandbox` distinguishes', () => {
  expectTypeOf(mail.emails.send).returns.toEqualTypeOf<APIPromise<SendResult>>();
  expectTypeOf<Extract<SendResult, { sandbox: true }>>().toEqualTypeOf<TestSendResult>();
  expectTypeOf<Extract<SendResult, { sandbox: false }>>().toEqualTypeOf<LiveSendResult>();
  expectTypeOf<SendResult['messageId']>().toEqualTypeOf<string>();
});

test('a list returns a page or every email', () => {
  expectTypeOf(mail.emails.list).returns.toEqualTypeOf<PagePromise<Email>>();
  expectTypeOf<Awaited<PagePromise<Email>>>().toEqualTypeOf<Page<Email>>();
  expectTypeOf<PagePromise<Email>>().toExtend<AsyncIterable<Email>>();
  expectTypeOf<EmailStatus>().toExtend<Email['status']>();
});

test('withResponse returns data, answer, request id and rate limit', () => {
  type Answer = Awaited<ReturnType<APIPromise<SendResult>['withResponse']>>;
  expectTypeOf<Answer['data']>().toEqualTypeOf<SendResult>();
  expectTypeOf<Answer['raw']>().toEqualTypeOf<unknown>();
  expectTypeOf<Answer['response']>().toEqualTypeOf<Response>();
  expectTypeOf<Answer['requestId']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Answer['rateLimit']>().toEqualTypeOf<RateLimit | undefined>();
});

test('isAPIError narrows code and details', () => {
  const error: unknown = undefined;
  if (isAPIError(error, 'INSUFFICIENT_CREDITS')) {
    expectTypeOf(error).toEqualTypeOf<APIError<'INSUFFICIENT_CREDITS'>>();
    expectTypeOf(error.details?.required).toEqualTypeOf<number | undefined>();
  }
  if (isAPIError(error, 'NOT_FOUND', 'LIST_NOT_FOUND')) {
    expectTypeOf(error.code).toEqualTypeOf<'NOT_FOUND' | 'LIST_NOT_FOUND'>();
  }
  if (isAPIError(error)) expectTypeOf(error).toEqualTypeOf<APIError>();
});

test('a switch over code narrows details, code by code', () => {
  const error: unknown = undefined;
  if (!isAPIError(error, 'RECIPIENT_SUPPRESSED', 'TEMPLATE_RENDER_ERROR')) return;
  if (error.code === 'RECIPIENT_SUPPRESSED') {
    expectTypeOf(error.details?.suppressed).toEqualTypeOf<readonly string[] | undefined>();
  } else {
    expectTypeOf(error.details?.missing).toEqualTypeOf<readonly string[] | undefined>();
  }
});

test('a misspelt code does not compile', () => {
  const error: unknown = undefined;
  expectTypeOf(isAPIError(error, 'UPLOAD_FAILED', 'UNKNOWN_ERROR')).toEqualTypeOf<boolean>();
  // @ts-expect-error The code is RECIPIENT_SUPPRESSED.
  isAPIError(error, 'RECIPIENT_SUPRESSED');
});

test('code is closed: a misspelt one does not compile, and each class has only its own', () => {
  const error = new Error('') as unknown as MailrigError;
  // @ts-expect-error The code is RATE_LIMIT_EXCEEDED.
  expectTypeOf(error.code === 'RATE_LIMITED').toEqualTypeOf<boolean>();
  switch (error.code) {
    // @ts-expect-error The code is RECIPIENT_SUPPRESSED.
    case 'RECIPIENT_SUPRESSED':
      break;
    default:
  }
  const one: unknown = error;
  if (one instanceof RateLimitError) {
    expectTypeOf(one.code).toEqualTypeOf<'RATE_LIMIT_EXCEEDED' | 'UNKNOWN_ERROR'>();
  }
  if (one instanceof TimeoutError) expectTypeOf(one.code).toEqualTypeOf<'TIMEOUT_ERROR'>();
  if (one instanceof SendError) {
    // @ts-expect-error A SendError is no NOT_FOUND.
    expectTypeOf(one.code === 'NOT_FOUND').toEqualTypeOf<boolean>();
  }
});

test('an endpoint without a method returns unknown, not any', () => {
  expectTypeOf(mail.request).returns.toEqualTypeOf<APIPromise<unknown>>();
});

test('a comparison with a status that cannot be does not compile', () => {
  expectTypeOf<Email['status']>().toEqualTypeOf<'queued' | 'sent' | 'delivered' | 'bounced' | 'failed'>();
  expectTypeOf<LiveSendResult['status']>().toEqualTypeOf<EmailStatus | undefined>();
  expectTypeOf<VerificationResult['status']>().toEqualTypeOf<'clean' | 'dirty' | 'unknown'>();
  expectTypeOf<VerificationResult['result']>().toEqualTypeOf<AddressResult | undefined>();
  expectTypeOf<Verification['status']>().toEqualTypeOf<VerificationStatus>();
  expectTypeOf<Verification['type']>().toEqualTypeOf<'single' | 'batch'>();
  expectTypeOf<VerificationBatch['status']>().toEqualTypeOf<VerificationStatus>();
  expectTypeOf<Contact['status']>().toEqualTypeOf<ContactStatus>();
  expectTypeOf<Contact['consentType']>().toEqualTypeOf<ConsentType | undefined>();
  expectTypeOf<Attachment['status']>().toEqualTypeOf<AttachmentStatus>();
});

test('a clock has now and sleep, and that of a sandbox is one', () => {
  expectTypeOf<Clock>().toEqualTypeOf<{
    now(): Date | number;
    sleep(milliseconds: number, signal?: AbortSignal, reason?: WaitReason): Promise<void>;
  }>();
  expectTypeOf<ReturnType<Sandbox['clientOptions']>['clock']>().toExtend<Clock>();
  expectTypeOf<ReturnType<Sandbox['clock']['runUntil']>>().toEqualTypeOf<Promise<unknown>>();
  expectTypeOf<{ now(): number }>().not.toExtend<Clock>();
});
