import { limits } from '@mailrig/contract';
import { type Rows, wrongOption } from '@mailrig/contract/checking';
import { parse } from 'content-disposition';
import * as z from 'zod/mini';
import { contentTypeOf } from './content-types.ts';
import type { FileSource } from './file-source.ts';
import { fileVersion, openFile, pathOf } from '../runtime/files.ts';
import { isArrayBuffer, isBlob, isResponse } from '../runtime/realms.ts';

/** A file to attach: a `File`, a `Blob`, a `Response`, or an object with a path, bytes or a stream. */
export type EmailAttachment = Blob | Response | AttachmentParams;

/** A file to attach, with exactly one of `path`, `content` and `stream`. */
export interface AttachmentParams {
  /**
   * Path of a file, or its URL, such as `new URL('invoice.pdf', import.meta.url)`. Needs a runtime with a file system:
   * Node, Bun or Deno.
   */
  readonly path?: string | URL | undefined;
  /**
   * The bytes, a response that has them, or a text, which is sent as UTF-8. You may change the bytes as soon
   * as `send` has returned its promise: the client uses a copy.
   */
  readonly content?: string | Blob | ArrayBuffer | ArrayBufferView | Response | undefined;
  /** `base64` for a `content` that is bytes written as base64. Default: a text is sent as it is, in UTF-8. */
  readonly encoding?: 'base64' | undefined;
  /**
   * A stream of bytes. It is read into memory, because the service needs the size, and to its end even if the
   * send is aborted, because another send may have it too. It may take `timeout` for each part.
   */
  readonly stream?: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | undefined;
  /**
   * Name that the recipient sees. Default: the name of the `File`, the last part of the path of the file, the
   * stream or the URL of the response, else `attachment`.
   */
  readonly filename?: string | undefined;
  /**
   * MIME type. Default: that of the `Blob` or the response, else by the file extension, else `text/plain` for a
   * text and `application/octet-stream` for bytes.
   */
  readonly contentType?: string | undefined;
  /**
   * True for an image that the HTML shows. Refer to it by its filename, `<img src="cid:logo.png">`; the client
   * puts its content id there. Default false.
   */
  readonly inline?: boolean | undefined;
}

export const attachmentRows = z.object({
  path: z.optional(z.custom<string | URL>()),
  content: z.optional(z.custom<NonNullable<AttachmentParams['content']>>()),
  encoding: z.optional(z.custom<'base64'>()),
  stream: z.optional(z.custom<NonNullable<AttachmentParams['stream']>>()),
  filename: z.optional(z.string()),
  contentType: z.optional(z.string()),
  inline: z.optional(z.boolean()),
} satisfies Rows<AttachmentParams>);

/** The bytes of an attachment, and what else is known about it. */
export interface OpenedAttachment {
  readonly source: FileSource;
  readonly filename: string;
  readonly contentType: string;
  readonly inline: boolean;
}

/**
 * Throws the error of an attachment.
 *
 * @param member Wrong member. Empty for the attachment as a whole.
 */
export type Refuse = (member: string, message: string) => never;

/** The source of the bytes, and the name and type that follow from it. */
interface Origin {
  readonly source: FileSource;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  /** Type if the file extension is not known either. */
  readonly otherwise?: string | undefined;
}

/** Finds the bytes, the name and the type of an attachment. */
export async function openAttachment(attachment: EmailAttachment, refuse: Refuse): Promise<OpenedAttachment> {
  const params = paramsOf(attachment);
  const wrong = wrongOption(attachmentRows, Object(attachment) === attachment ? params : attachment);
  if (wrong) return refuse(wrong.field, wrong.message);
  const { path, content, encoding, stream, inline = false, ...given } = params;
  const sources = [path, content, stream].filter((source) => source !== undefined);
  if (sources.length !== 1) return refuse('', 'must have exactly one of path, content and stream');
  const origin =
    encoding !== undefined
      ? fromEncoded(content, encoding, refuse)
      : path !== undefined
        ? fromPath(path, refuse)
        : stream
          ? fromStream(stream)
          : fromContent(content, refuse);
  const { source, name, type, otherwise } = origin;
  const filename = given.filename ?? (acceptable(name) || 'attachment');
  const contentType = given.contentType ?? type ?? (await contentTypeOf(filename, otherwise));
  if (encoding === undefined && isEncoded(content) && !isText(contentType)) {
    refuse(
      'encoding',
      `must be 'base64': content looks like base64, and a file of type ${contentType} is bytes`,
    );
  }
  return { source, filename, contentType, inline };
}

/** Whether a text is base64, in one line or in lines of the same length, and long enough to be certain. */
function isEncoded(content: unknown): boolean {
  if (typeof content !== 'string' || !/^(?:data:[^,\s]*;base64,)?[\w+/\s-]{16,}={0,2}\s*$/.test(content))
    return false;
  const lines = content.trim().split(/\r?\n/).slice(0, -1);
  return (
    lines.every((line) => line.length === lines[0]?.length && line.length >= 16) &&
    !/[ \t]/.test(content.trim())
  );
}

function isText(contentType: string): boolean {
  return /^text\/|[/+](?:json|xml|javascript|yaml)\b|\/(?:x-)?(?:sql|sh|csv)\b/.test(contentType);
}

/** The part of an attachment that can be read only once: a stream or a response. */
export function unrepeatable(attachment: EmailAttachment): object | undefined {
  const { content, stream } = paramsOf(attachment);
  return stream ?? (isResponse(content) ? content : undefined);
}

/** An attachment that has a path and nothing else to read. */
export interface AttachedFile {
  /** Names the path, and what else describes the file. */
  readonly name: string;
  /** Absent if the file may change without a new version. */
  readonly version: string | undefined;
}

export function attachedFile(attachment: EmailAttachment): AttachedFile | undefined {
  const { path, content, stream, filename, contentType, inline } = paramsOf(attachment);
  if (typeof path !== 'string' || content !== undefined || stream !== undefined) return undefined;
  return { name: JSON.stringify([path, filename, contentType, inline]), version: fileVersion(path) };
}

function paramsOf(attachment: EmailAttachment): AttachmentParams {
  if (isBlob(attachment) || isResponse(attachment)) return { content: attachment };
  if (typeof attachment !== 'object' || attachment === null) return {};
  const { path } = attachment;
  if (typeof path !== 'object' || path === null || !('protocol' in path)) return attachment;
  return { ...attachment, path: pathOf(path) ?? path };
}

function fromPath(path: string | URL, refuse: Refuse): Origin {
  const name = typeof path === 'string' ? path : '';
  const source = name && openFile(name);
  return source
    ? { source, name }
    : refuse('path', 'must be the path of a file, in a runtime that has a file system');
}

/** The streams of `fs.createReadStream` have a path. */
function fromStream(stream: NonNullable<AttachmentParams['stream']>): Origin {
  const path: unknown = Reflect.get(stream, 'path');
  return { source: stream, name: typeof path === 'string' ? path : undefined };
}

function fromContent(content: AttachmentParams['content'], refuse: Refuse): Origin {
  if (typeof content === 'string') {
    return { source: new TextEncoder().encode(content), otherwise: 'text/plain' };
  }
  if (isResponse(content)) return fromResponse(content, refuse);
  if (isBlob(content)) {
    const name: unknown = Reflect.get(content, 'name');
    return { source: content, name: typeof name === 'string' ? name : '', type: content.type || undefined };
  }
  if (isArrayBuffer(content) || ArrayBuffer.isView(content)) return { source: content };
  return refuse('content', 'must be a text, a Blob, bytes or a Response');
}

function fromEncoded(content: AttachmentParams['content'], encoding: unknown, refuse: Refuse): Origin {
  if (encoding !== 'base64') {
    return refuse('encoding', "must be 'base64'; leave it out if content is the text itself");
  }
  if (typeof content !== 'string') return refuse('encoding', 'may be given only if content is a text');
  const source = decodeBase64(content);
  return source ? { source } : refuse('content', 'must be base64 without a data: prefix, or omit encoding');
}

/** Ignores white space, and padding that is missing. Returns `undefined` if the text is not base64. */
function decodeBase64(text: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function fromResponse({ ok, status, body, bodyUsed, headers, url }: Response, refuse: Refuse): Origin {
  if (!ok) return refuse('content', `must be a response with a file, not one with status ${status}`);
  if (!body || bodyUsed) return refuse('content', 'must be a response whose body is still unread');
  // The address of a `data:` or `blob:` has no name.
  const { protocol, pathname } = URL.parse(url) ?? {};
  const nameInUrl = protocol?.startsWith('http') ? decoded(pathname ?? '') : undefined;
  const name = acceptable(nameIn(headers.get('content-disposition') ?? '')) || nameInUrl;
  return { source: body, name, type: headers.get('content-type')?.split(';')[0]?.trim() || undefined };
}

/** The file name in a `Content-Disposition` header (RFC 6266, RFC 8187). */
function nameIn(disposition: string): string | undefined {
  const { filename } = parse(disposition).parameters;
  return filename === undefined ? undefined : fromBytes(filename);
}

/** Many servers send UTF-8 as it is, which `fetch` gives as one character for each byte. */
function fromBytes(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
    );
  } catch {
    return text;
  }
}

/** A name as the service accepts it: the last part of a path, without control characters. Empty if nothing is left. */
function acceptable(path = ''): string {
  const name = path
    .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .replaceAll(/\p{Cc}/gu, '')
    // The end has the file extension.
    .slice(-limits.filenameLength);
  return /^[\s.]*$/.test(name) ? '' : name;
}

/** Decodes percent-encoding; a text that has none stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
