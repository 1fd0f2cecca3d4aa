import { atOnce } from '../../service/kernel/steps.ts';
import type { ControlContext } from '../context.ts';
import { refusalsText, refusedSends } from '../messages/missing.ts';
import { invoke } from '../verb.ts';
import { listRequests } from './requests.ts';

/** As {@link refusalsText}, of the requests in the log. */
export function refusals(context: ControlContext): string {
  return refusalsText(atOnce(invoke(listRequests, context, refusedSends)));
}
