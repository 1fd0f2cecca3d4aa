import { APIError } from './api-error.ts';

/**
 * The email was well-formed, but the service does not send it: its domain, template, attachments,
 * size, content or one of its recipients (api.md §7, "Send-email codes").
 */
export class SendError extends APIError {
  override name = 'SendError';

  /** With `RECIPIENT_SUPPRESSED`: the recipients that are on the suppression list (decision A51); else empty. */
  get suppressed(): readonly string[] {
    return texts(this.details, 'suppressed');
  }

  /** With `TEMPLATE_RENDER_ERROR`: the variables that the template needs and did not get; else empty. */
  get missing(): readonly string[] {
    return texts(this.details, 'missing');
  }
}

function texts(details: object | undefined, key: string): readonly string[] {
  const value: unknown = details && Reflect.get(details, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
