import type { DecisionPart } from '../decision.ts';

/** Decisions about the sandbox as a server. */
export const sandbox: DecisionPart = {
  title: 'The sandbox as a server',
  decisions: [
    {
      id: 'A127',
      slug: 'cors-loopback',
      title: 'Who may call it from a web page',
      document: 'Not specified: the service is not a local tool.',
      options: ['every page may call, as in process (A11)', 'no page may call'],
      answer:
        'This refines A11. Over HTTP, every part of the sandbox answers only to loopback names and the host name of `baseUrl`, so that no page can reach it by pointing its own name at this machine. The API and the uploads answer, with CORS headers, to pages on `localhost`, `*.localhost`, `127.*` and `[::1]`; the control plane answers only to its own pages. Anything else is a 403. `--allow-host` adds host names and `--cors` adds origins for the API and the uploads; `*` stands for all. A sandbox that listens on the network answers to any host name unless `--allow-host` names some. In process, every page may call.',
    },
  ],
};
