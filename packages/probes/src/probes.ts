import type { Probe } from './probe.ts';
import { attachments } from './probes/attachments.ts';
import { contacts } from './probes/contacts.ts';
import { pagination } from './probes/pagination.ts';
import { rateLimit } from './probes/rate-limit.ts';
import { records } from './probes/records.ts';
import { sending } from './probes/sending.ts';
import { transport } from './probes/transport.ts';
import { verification } from './probes/verification.ts';

/** All probes. At most one finds the value of each wire option. */
export const probes: readonly Probe[] = [
  ...transport,
  ...rateLimit,
  ...pagination,
  ...records,
  ...sending,
  ...attachments,
  ...contacts,
  ...verification,
];
