import type { DecisionPart } from '../decision.ts';

/** Decisions that refine the shapes of verifications. */
export const verificationShapes: DecisionPart = {
  title: 'Shapes of verifications',
  decisions: [
    {
      id: 'A129',
      slug: 'dirty-only',
      title: 'What follows from `dirty` alone',
      document:
        '`dirty` is invalid or risky. Grouped results and the example of a single one have nothing else.',
      options: ['read it as invalid', 'read it as risky'],
      answer:
        'This refines A96 and A104. Nothing follows from it: grouped results and `verification: minimal` do not say which of the two an address is.',
      client:
        'From `dirty` alone there is no `result`, and `isValid` is false. Whatever the wire options, a field has the same value or is absent.',
      evidence: [{ kind: 'documented', source: 'table of verification results' }],
    },
    {
      id: 'A130',
      slug: 'verifications-container',
      title: 'The container of lists of verifications',
      document:
        'The example has `data.items`. Some published clients read emails and contacts under their names, but not verifications.',
      answer:
        'This refines A29 and A124. It is `data.items`, like the example. The preset of each published client (`client-js`, `client-go`, `client-python`, `client-rust`, `client-java`, `client-php`) has the container that it reads, next to its other shapes; a sandbox that starts with one also serves the endpoints of A126, unless `endpoints` says otherwise.',
      client: 'It reads any container (A29).',
      wire: {
        option: 'verificationsContainer',
        meaning: 'As for `pageContainer` (A29), which is about emails and contacts only.',
      },
      evidence: [
        { kind: 'documented', source: 'example of the list of verifications' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in Rust and Java',
          date: '2026-11',
          seen: 'They read `items`.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients in JS, Go and Python',
          date: '2026-11',
          seen: 'They read verifications at `data.data`. The client in JS accepts `data`, too, but then has no pagination.',
        },
      ],
    },
    {
      id: 'A131',
      slug: 'listed-verification-id',
      title: '`id` or `verificationId` in lists',
      document: '`id`.',
      answer: 'This refines A106. It is `id`.',
      client: 'It reads `id`, or else `verificationId`.',
      wire: {
        option: 'listedVerificationId',
        meaning: '`verificationId` gives each item of the list that name instead.',
      },
      evidence: [
        { kind: 'documented', source: 'example of the list of verifications' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in JS, Rust and Java',
          date: '2026-11',
          seen: 'They read `id`.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published client in Go, and fixture of the one in Python',
          date: '2026-11',
          seen: 'Items have `verificationId`. The client in Python accepts both names.',
        },
      ],
    },
  ],
};
