import { type Calibration, calibrationSchema, check } from '@mailrig/contract';
import { invalid } from '../control-error.ts';

/**
 * A calibration as it was read from a file.
 *
 * @throws ControlError naming the part that is wrong.
 */
export function calibrationFrom(value: unknown): Calibration {
  const checked = check(calibrationSchema, value);
  if (checked.ok) return checked.value;
  const [first] = checked.errors;
  throw invalid(first?.field ?? 'wire', `${first?.message ?? 'is wrong'}: is it a calibration?`);
}
