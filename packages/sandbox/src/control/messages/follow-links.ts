import * as z from 'zod/mini';
import type { FollowedLink } from './follow-link.ts';
import { ControlError } from '../control-error.ts';
import { duration, flag } from '../fields.ts';
import { invoke, type Verb } from '../verb.ts';
import { resultOf } from '../../service/kernel/steps.ts';
import { getMessage, type MessageReference } from './messages.ts';

/** Which links to follow, and how far. */
export interface FollowChoice extends MessageReference {
  /** Whether to call addresses of this machine and of private networks. Default `false`. */
  readonly allowPrivate?: boolean | undefined;
  /** Whether to follow links although the environment variable `CI` is set. Default `false`. */
  readonly inCi?: boolean | undefined;
  /** Real time for each link. Default 5 s, at most 30 s. */
  readonly timeout?: number | undefined;
}

const mostLinks = 50;
const atOnce = 5;

/** The code that follows links is loaded on first use: it needs Node. */
export const followLinks: Verb<FollowChoice, Promise<{ readonly links: readonly FollowedLink[] }>> = {
  method: 'POST',
  path: '/messages/{id}/links',
  summary:
    'Follow the web links of a message now, at most 50, and report where each leads: HEAD requests leave this machine, to public addresses only unless `allowPrivate`; off if `CI` is set unless `inCi`',
  input: z.object({
    id: z.string(),
    allowPrivate: z.optional(flag),
    inCi: z.optional(flag),
    timeout: z.optional(duration),
  }),
  isPrivate: true,
  run: async (context, { id, allowPrivate = false, inCi = false, timeout = 5_000 }) => {
    const { links } = await resultOf(invoke(getMessage, context, { id }));
    const { followLink, isCi } = await import('./follow-link.ts');
    if (isCi() && !inCi) {
      throw new ControlError(
        409,
        'CONFLICT',
        'Links are not followed in CI: pass inCi to follow them anyway',
      );
    }
    const web = [...new Set(links)].filter((link) => /^https?:/i.test(link)).slice(0, mostLinks);
    const options = { allowPrivate, timeout: Math.min(timeout, 30_000) };
    const found: FollowedLink[] = [];
    const follow = async (first: number) => {
      for (let index = first; index < web.length; index += atOnce) {
        found[index] = await followLink(web[index] ?? '', options);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, (_, first) => follow(first)));
    return { links: found };
  },
};
