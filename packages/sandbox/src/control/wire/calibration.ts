import {
  type Calibration,
  calibrationSchema,
  check,
  type Decision,
  decisions,
  type Observation,
} from '@mailrig/contract';
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

/** What a calibration says about the decisions of a sandbox with these wire options. */
export function observationsOf(
  { date, baseUrl, evidence }: Calibration,
  wire: Readonly<Record<string, string>>,
): readonly Observation[] {
  return evidence.flatMap(({ probe, option, value, expected, seen, decisions: ids }) => {
    const agrees = value === (option === undefined ? expected : wire[option]);
    const source = `probe ${probe}, ${baseUrl}`;
    return ids.filter(isKnown).map((decision) => ({ decision, agrees, seen, source, date }));
  });
}

/** Whether the ledger has a decision. A newer calibration may speak about more. */
function isKnown(id: string): id is Decision['id'] {
  return decisions.some((decision) => decision.id === id);
}
