import type { MessageRecord } from '../../service/state/records.ts';
import { type Content, DamagedContent, readContentOr } from '../../service/state/stored-content.ts';
import { ControlError } from '../control-error.ts';

/** The html and text of a message. One that is damaged is absent, and `damaged` has the reason. */
export function contentOf({ html, text }: Pick<MessageRecord, 'html' | 'text'>): {
  readonly html?: string;
  readonly text?: string;
  readonly damaged?: string;
} {
  const reasons: string[] = [];
  const read = (name: 'html' | 'text', content: Content<string> | undefined) => {
    if (content === undefined) return {};
    const value = readContentOr(content, (damage) => {
      reasons.push(`Its ${name} is lost: ${damage.message}.`);
      return undefined;
    });
    return value === undefined ? {} : { [name]: value };
  };
  const found = { ...read('html', html), ...read('text', text) };
  return reasons.length === 0 ? found : { ...found, damaged: reasons.join(' ') };
}

/**
 * The result of `read`, which reads content of a message.
 *
 * @throws ControlError naming the message if the content is damaged.
 */
export function reading<T>({ id }: MessageRecord, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error;
    throw new ControlError(
      500,
      'DAMAGED_CONTENT',
      `Message ${id} cannot be read: ${error.message}. Restore a backup of the file, or delete the message`,
    );
  }
}
