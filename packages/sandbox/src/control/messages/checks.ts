import { oneOf } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { EmailChecks } from '../../checks/check-message.ts';
import type { CheckedMessage } from '../../checks/findings.ts';
import { type CheckOptions, severities, UnknownName } from '../../checks/options.ts';
import { inSteps } from '../../service/kernel/steps.ts';
import { readContent } from '../../service/state/stored-content.ts';
import { redactKeys } from '../../service/wire/redact.ts';
import { invalid } from '../control-error.ts';
import { reading } from './content.ts';
import { attachmentsOf, findMessage, type MessageReference } from './messages.ts';
import type { Verb } from '../verb.ts';

/** A list; in a query, text with commas. */
const names = z.pipe(
  z.union([z.string(), z.array(z.string())], { error: 'must be a list of names' }),
  z.transform((value: string | string[]) =>
    [value]
      .flat()
      .flatMap((text) => text.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
);

/** The checks, their parsers and the data about clients are loaded when the first message is checked. */
export const checkMessage: Verb<MessageReference & CheckOptions, Promise<EmailChecks>> = {
  method: 'GET',
  path: '/messages/{id}/check',
  summary: 'The checks of a captured message: links, accessibility, size, client support',
  input: z.object({
    id: z.string(),
    clients: z.optional(names),
    ignore: z.optional(names),
    failOn: z.optional(oneOf(severities)),
  }),
  run: async (context, { id, ...options }) => {
    const message = findMessage(context, id);
    const { subject, html, text, headers } = message;
    const sent = context.service.store.requests.entries().find((entry) => entry.sentId === message.id);
    const contentIds = attachmentsOf(context, message).flatMap(({ contentId }) => contentId ?? []);
    const checked: CheckedMessage = {
      subject,
      html: html && reading(message, () => readContent(html)),
      text: text && reading(message, () => readContent(text)),
      headers,
      contentIds,
      ignoredFields: (sent?.ignoredFields ?? []).map(redactKeys),
    };
    const checks = await import('../../checks/check-message.ts');
    try {
      return await inSteps(checks.checkInSteps(checked, options));
    } catch (error) {
      if (!(error instanceof UnknownName)) throw error;
      throw invalid(error.field, error.reason);
    }
  },
};
