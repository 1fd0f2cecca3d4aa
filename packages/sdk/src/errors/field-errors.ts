import type { FieldError } from '@mailrig/contract';

export type { FieldError };

/**
 * Reads the wrong fields from `details`, in any of its three shapes (A21):
 * `{ errors: [{ field, message }] }`, `{ errors: { to: 'is required' } }` and `{ field }`.
 *
 * @param message Message for a field that has none.
 */
export function readFieldErrors(details: unknown, message: string): FieldError[] {
  if (typeof details !== 'object' || details === null) return [];
  const { errors, field } = details as { errors?: unknown; field?: unknown };
  const found = Array.isArray(errors) ? errors.flatMap(fromEntry) : fromMap(errors);
  if (found.length > 0) return found;
  return typeof field === 'string' ? [{ field, message }] : [];
}

function fromEntry(entry: unknown): FieldError[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { field, message } = entry as { field?: unknown; message?: unknown };
  return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
}

function fromMap(errors: unknown): FieldError[] {
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors).flatMap(([field, messages]) =>
    [messages].flat().flatMap((message) => (typeof message === 'string' ? [{ field, message }] : [])),
  );
}
