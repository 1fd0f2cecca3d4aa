import { contactPath, oneContact, plan, post, twice } from '../programs.ts';

/** The second one finds that it is done. */
export const program = plan({
  prepare: oneContact,
  scenario: {
    tasks: twice((fork) => post(fork, `${contactPath(fork)}/suppress`, { reason: 'manual' }).catch(() => {})),
  },
});
