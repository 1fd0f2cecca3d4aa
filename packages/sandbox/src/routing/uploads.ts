import { formatTimestamp } from '@mailrig/contract';
import { elapsed } from '../kernel/timers.ts';
import { attachmentStatus, expiryOf } from '../lifecycles/attachment.ts';
import { uploadPrefix } from '../operations/attachments.ts';
import { essenceOf } from '../rules/content-types.ts';
import type { AttachmentRecord } from '../state/records.ts';
import { type Answer, type AnswerMeta, metaHeaders } from '../wire/envelope.ts';
import { storageRefusal } from '../wire/xml.ts';
import { corsHeaders } from './cors.ts';
import { applyFault, mapAnswer, statusOf, storageRefusals, takeFault, withBodyRead } from './faults.ts';
import { journal } from './journal.ts';
import type { Body, IncomingRequest, Reply } from './request.ts';
import type { Service } from './service.ts';

const operation = 'putUpload';
const allow = 'PUT, OPTIONS';

/** Whether a path is a presigned URL's. */
export function isUploadPath(path: string): boolean {
  return path.startsWith(`${uploadPrefix}/`);
}

/** Answers a PUT to a presigned URL the way object stores do: no API key, refusals in XML (decision A73). */
export async function answerUpload(
  service: Service,
  request: IncomingRequest,
  meta: AnswerMeta,
): Promise<Reply> {
  const { store } = service;
  const arrivedAt = elapsed();
  const common = {
    ...metaHeaders(meta),
    ...(service.cors && { ...corsHeaders, 'access-control-expose-headers': 'ETag' }),
  };
  if (request.method === 'OPTIONS') {
    return { status: 204, headers: { ...common, allow, 'access-control-allow-methods': allow }, body: null };
  }
  const attachment = store.attachments.get(meta.path.slice(uploadPrefix.length + 1));
  const fault = takeFault(store, operation, attachment?.accountId ?? '');
  const spoiled = (answer?: Answer) =>
    fault ? applyFault(fault.effect, answer, storageRefusals(meta), meta.now, request.signal) : undefined;
  const sent = fault ? await withBodyRead(request, fault, service.settings.limits.uploadBytes) : request;
  let reply = fault?.phase === 'before' ? await spoiled() : undefined;
  if (!reply) {
    const answer = await put(service, sent, meta, attachment);
    reply = (fault?.phase === 'after' && (await spoiled(answer))) || answer;
  }
  const credentials =
    request.headers.get('authorization') !== null || request.headers.get('x-api-key') !== null;
  const status = statusOf(reply);
  const redacted = { ...request, query: request.query.replace(/(^|[?&])(token=)[^&]*/g, '$1$2***') };
  journal(store, redacted, meta.requestId, arrivedAt, {
    operation,
    ...(attachment && { accountId: attachment.accountId }),
    ...(status !== undefined && { status }),
    ...(fault && { fault: fault.id }),
    ...(credentials && { clientFault: 'credentials-on-upload' }),
  });
  return mapAnswer(reply, ({ status, headers, body }) => ({
    status,
    headers: { ...headers, ...common },
    body: request.method === 'HEAD' ? null : body,
  }));
}

async function put(
  service: Service,
  request: IncomingRequest,
  { requestId }: AnswerMeta,
  attachment: AttachmentRecord | undefined,
): Promise<Answer> {
  const refuse = (
    status: number,
    code: string,
    message: string,
    headers?: Readonly<Record<string, string>>,
  ) => storageRefusal(status, code, message, requestId, headers);
  if (request.method !== 'PUT') {
    return refuse(405, 'MethodNotAllowed', 'Only PUT is allowed against this resource.', { allow });
  }
  if (!attachment) return refuse(404, 'NoSuchKey', 'There is no such upload.');
  const refusal = whyNot(service, request, attachment);
  if (refusal) return refuse(403, refusal[0], refusal[1]);
  const { store, settings } = service;
  const limit = settings.limits.uploadBytes;
  const declared = Number(request.headers.get('content-length') ?? 0);
  const body = declared > limit ? undefined : await request.read(limit);
  if (body === undefined) {
    return refuse(413, 'EntityTooLarge', `An upload may have at most ${limit} bytes.`, {
      connection: 'close',
    });
  }
  // Bytes take their time: the upload may have been confirmed, or its URL have lapsed, meanwhile.
  store.clock.settle();
  const current = store.attachments.get(attachment.id);
  const late = current && whyNot(service, request, current);
  if (!current || late) return refuse(403, late?.[0] ?? 'AccessDenied', late?.[1] ?? 'The upload is gone.');
  const bytes = toBytes(body);
  store.attachments.replace({ ...current, bytes });
  return { status: 200, headers: { etag: `"${fingerprint(bytes)}"` }, body: null };
}

/** Code and message of a refusal; `undefined` where the PUT may go on. */
function whyNot(
  { store, settings }: Service,
  request: IncomingRequest,
  attachment: AttachmentRecord,
): readonly [code: string, message: string] | undefined {
  if (new URLSearchParams(request.query).get('token') !== attachment.urlToken) {
    return ['AccessDenied', 'The token of the URL is missing or wrong.'];
  }
  const status = attachmentStatus(attachment, settings.limits, store.clock.now());
  if (attachment.confirmedAt !== undefined) return ['AccessDenied', 'The upload was confirmed already.'];
  if (status === 'expired') {
    return [
      'AccessDenied',
      `Request has expired: the URL was valid until ${formatTimestamp(expiryOf(attachment, settings.limits))}.`,
    ];
  }
  const contentType = request.headers.get('content-type');
  if (contentType !== null && essenceOf(contentType) !== essenceOf(attachment.contentType)) {
    return ['SignatureDoesNotMatch', `The URL was signed for Content-Type ${attachment.contentType}.`];
  }
  return undefined;
}

function toBytes(body: Exclude<Body, undefined>): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

/** A short text that different bytes hardly share (two lanes of FNV-1a); no protection against anybody. */
function fingerprint(bytes: Uint8Array): string {
  let a = 0x811c9dc5;
  let b = 0x01000193 ^ bytes.length;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
  }
  return [a, b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
