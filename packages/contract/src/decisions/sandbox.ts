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
        'This refines A11. Over HTTP, every part of the sandbox answers only to loopback names and the host name of `baseUrl`, so that no page can reach it by pointing its own name at this machine. The API and the uploads answer, with CORS headers, to pages on `localhost`, `*.localhost`, `127.*` and `[::1]`; the control plane answers only to its own pages. Anything else is a 403. `--allow-host` adds host names and `--cors` adds origins for the API and the uploads; `*` stands for all. A sandbox that listens on the network, as in a container, also answers to what no stranger can register: IP addresses, names without a dot such as those of services in Compose, and names that end in `.internal`, `.local` or `.test`. In process, every page may call.',
      evidence: [{ kind: 'assumed', note: 'This is about the sandbox itself. No service can confirm it.' }],
    },
    {
      id: 'A128',
      slug: 'stored-limit',
      title: 'How much it keeps',
      document: 'Not specified: the service has more room than a process.',
      options: ['everything, until the process runs out of memory', 'only what fits into a limit'],
      answer:
        'At most 1 GiB of content, which is the subjects, bodies and headers of emails and the bytes of attachments, and at most 1,000,000 emails. Beyond that, the oldest emails and the oldest attachments that no kept email has are forgotten, oldest first. Each is an event `email.evicted` or `attachment.evicted` in the event log, and its id is not found from then on. What was just stored stays, even if it is larger than the limit by itself. A repeated send with the idempotency key of a forgotten email still gets the first answer for 24 h and sends nothing. Set the limits `storedBytes` and `storedEmails`, or `--max-stored`; 0 bytes stand for no limit at all. `GET /_sandbox/health` has the bytes in use. No other record is ever forgotten; the event log and the request journal keep their newest entries.',
      evidence: [{ kind: 'assumed', note: 'This is about the sandbox itself. No service can confirm it.' }],
    },
  ],
};
