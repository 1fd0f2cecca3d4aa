import type { SandboxResponse } from './envelope.ts';
import { escaped } from './escape.ts';

/** The XML refusal of a presigned URL, in the format of object stores (A73). */
export function storageRefusal(
  status: number,
  code: string,
  message: string,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;
  const content = element('Code', code) + element('Message', message) + element('RequestId', requestId);
  return {
    status,
    headers: { 'content-type': 'application/xml', ...headers },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${content}</Error>`,
  };
}
