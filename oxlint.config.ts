import { builtinModules } from 'node:module';
import { defineConfig, type OxlintConfig } from 'oxlint';

type Override = NonNullable<OxlintConfig['overrides']>[number];

/** Import specifiers that are refused, and why. `typesAllowed` lets `import type` through. */
interface Ban {
  readonly regex?: string;
  readonly group?: string[];
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

/** A folder, and the folders next to it that it may import. */
interface Layer {
  readonly folder: string;
  readonly values: readonly string[];
  readonly types: readonly string[];
  readonly because: string;
}

/** The layers of some folders, inner ones first: what each may import, what only as types, and why no more. */
function layersOf(
  rows: Readonly<Record<string, readonly [values: string, because: string, types?: string]>>,
): readonly Layer[] {
  const named = (names: string) => names.split(' ').filter((name) => name !== '');
  return Object.entries(rows).map(([folder, [values, because, types = '']]) => {
    return { folder, values: named(values), types: named(types), because };
  });
}

const packagesByName: Ban = {
  regex: '^(\\.\\./)+(contract|sdk|sandbox)/(src|test|dist)/',
  message:
    'Packages import each other by name, as a user does: a path into another package skips its exports.',
};
const noScripts: Ban = {
  regex: '^(\\.\\./)+scripts/',
  message: 'Scripts check and release what the others are. What builds and tests share is in tooling/.',
};
const noNode: Ban = {
  regex: `^(node:.*|(${builtinModules.join('|')})(/.*)?)$`,
  message:
    'This code also runs in browsers and at the edge: only the sandbox’s node entry, its HTTP mount and its CLI import node:*.',
};
const noSqlite: Ban = {
  regex: '^node:sqlite$',
  message:
    'Only packages/sandbox/src/service/database imports SQLite, and loads it when a state file is opened: most sandboxes have no state file.',
};
const noMsw: Ban = {
  regex: '^(msw|@mswjs)(/|$)',
  message:
    'msw is an optional peer: only packages/sandbox/src/mounts/{msw,intercept-fetch}.ts import it, so that the sandbox works without it.',
};
const noSandbox: Ban = {
  regex: '^@mailrig/sandbox(/|$)',
  message:
    'The client never imports the sandbox: users would ship a mail server with their app. Its tests may.',
};
const noClient: Ban = {
  regex: '^mailrig(/|$)',
  message: 'The sandbox is proved with plain fetch: with the client in between, both could share a mistake.',
};
const noInspector: Ban = {
  regex: '^(\\.\\./)+inspector/bundle\\.ts$',
  message:
    'Only packages/sandbox/src/mounts/inspector.ts imports what bundles the page, when the page is asked for: the build puts the finished page there.',
};
const onlyPreact: Ban = {
  group: [
    '*',
    '!preact',
    '!preact/**',
    '!@preact/signals',
    '!diff',
    '!@mailrig/contract',
    '!@mailrig/contract/**',
    '!./**',
    '!../**',
  ],
  message:
    'The inspector’s page is a client of the control plane like any other: it imports preact, its signals, diff, the contract and itself.',
};
const onlyTypes: Ban = {
  regex: '^(\\.\\./)+control/',
  message:
    'With code of the control plane, the page would bundle a second sandbox. Types may be imported; tables and functions that need no package come through sandbox-tables.ts.',
  allowTypeImports: true,
};
const onlyZod: Ban = {
  group: ['*', '!zod', '!zod/**', '!./**', '!../**'],
  message: 'The contract is data and types without I/O: it imports zod and itself, nothing else.',
};

/** The rooms of the sandbox, inner ones first. A room may import itself and the rooms in its first text, and types of those in its third. */
const rooms = layersOf({
  service: ['', 'The service is what a real deployment does: it has nothing of tests, pages or programs.'],
  reading: [
    'service checks',
    'What a person reads in a mail follows from its text alone: it needs no message and no verb.',
  ],
  checks: [
    '',
    'The checks of a message are functions of that message: they need neither a sandbox nor an account.',
  ],
  control: [
    'service reading checks',
    'A control verb works in process and over HTTP alike: it does not depend on its mount.',
  ],
  sweep: ['service control', 'A sweep uses forks of a sandbox: it needs no mount and no test runner.'],
  inspector: [
    'control',
    'The inspector imports the table of verbs, which its page calls, but no mount, test or program.',
    'sweep',
  ],
  mounts: ['service control inspector', 'A mount translates requests; tests and programs are above it.'],
  testing: [
    'service reading control sweep',
    'Test helpers use what any test can use: the control plane.',
    'checks',
  ],
  deployment: [
    'service control',
    'A deployment is tested from outside, with plain requests, and compared with a sandbox.',
  ],
  command: [
    'service control mounts sweep deployment',
    'The command is a program over the other rooms; no test helper belongs in it.',
  ],
});

/** The files of `control/` that join its folders. */
const noControlRoot: Ban = {
  regex: '^(\\.\\./)+(sandbox|start|options|http|verbs)\\.ts$',
  message: 'A noun of the control plane imports nothing that joins the nouns: the sandbox is above them.',
};

/** The folders of the service, inner ones first, by the same rule. */
const serviceLayers = layersOf({
  tables: ['', 'The storage engine has keys and records only: it must not depend on what they mean.'],
  kernel: ['tables', 'The kernel is time, ids and events; nothing in it is about email.'],
  state: ['tables kernel', 'State holds records; the code that changes them is above it.', 'wire'],
  saving: [
    'tables kernel state',
    'A saved state is made from the state, which does not depend on how it is saved.',
  ],
  database: ['kernel state saving', 'The database stores snapshots of the state, whatever changes them.'],
  lifecycles: [
    'kernel',
    'A lifecycle is a table of transitions: pure data about records, drawn in the docs.',
    'state',
  ],
  wire: [
    'kernel lifecycles',
    'The wire formats what it is given: with access to state, a response could differ from what the operation decided.',
    'state',
  ],
  mime: ['kernel', 'A MIME message is a function of the message it is given.', 'state'],
  rules: [
    'kernel state lifecycles wire',
    'The API, the control plane and the clock share the rules, so no rule may depend on any of them.',
    'tables',
  ],
  operations: [
    'kernel state lifecycles wire rules',
    'An operation does not depend on how its request arrived, so every mount behaves alike.',
    'tables',
  ],
  routing: [
    'kernel state lifecycles wire rules operations',
    'The request pipeline needs neither the control plane nor the mounts.',
  ],
});

/** The folders of the contract: each imports only those before it. */
const contractFolders = [
  'types',
  'checking',
  'values',
  'resources',
  'operations',
  'wire',
  'decisions',
  'openapi',
].map((folder, at, all): Layer => {
  const because = 'A folder of the contract imports only those before it in the list.';
  return { folder, values: all.slice(0, at), types: [], because };
});

/** The rooms of the client, inner ones first, by the same rule. */
const clientRooms = layersOf({
  errors: ['', 'Errors depend on nothing else, so code that catches one loads nothing else of the client.'],
  runtime: ['', 'What the runtime offers, such as time, does not depend on what the client does with it.'],
  endpoints: ['errors runtime', 'An endpoint is what goes in and what comes out, however it is called.'],
  options: [
    'errors runtime',
    'Options are what users give: they are checked before any code that uses them runs.',
  ],
  throttle: ['errors runtime options', 'A throttle decides when, and not what, is sent.'],
  results: [
    'errors runtime options endpoints',
    'A promise of a result does not depend on how the result is made.',
  ],
  call: ['errors runtime options endpoints results', 'Every request takes the same way, from any method.'],
  files: ['errors runtime options endpoints results call', 'Files are read and uploaded for any method.'],
  follow: [
    'errors runtime options endpoints results call',
    'To follow emails is to list them again and again: it gets the method that lists.',
  ],
  runs: [
    'errors runtime options endpoints results call',
    'A run gets the methods that it calls, so that each item is a call like any other.',
  ],
  resources: [
    'errors runtime options endpoints results call files follow runs',
    'The methods of the client join the other rooms. Only the client itself imports the throttle.',
  ],
});

const sandboxBans = [packagesByName, noScripts, noClient, noInspector, noMsw, noNode];
const sandboxNodeBans = sandboxBans.filter((ban) => ban !== noNode);
const nodeEntries = ['packages/sandbox/src/{node,node-test,playwright}.ts'];
const nodeMounts = [
  'packages/sandbox/src/mounts/{node,node-exchange,connection-order,playwright,unreadable}.ts',
];
/** Files of the sandbox that only Node loads. */
const sandboxNodeFiles = [
  ...nodeEntries,
  ...nodeMounts,
  'packages/sandbox/src/inspector/bundle.ts',
  'packages/sandbox/src/mounts/inspector.ts',
  'packages/sandbox/src/testing/playwright-*.ts',
  'packages/sandbox/src/service/database/**',
  'packages/sandbox/src/command/**',
];

/** What reads the time, timers and randomness of the process. A deployment is asked in real time. */
const realTime = ['packages/sandbox/src/{service/kernel,deployment}/**'];

/** What replaces the time of the process, and watches its cryptography, while a sweep runs. */
const virtualTime = 'packages/sandbox/src/sweep/{virtual-time,pending-work}.ts';

/** Files of the client that only Node loads. */
const sdkNodeFiles = ['packages/sdk/src/node.ts', 'packages/sdk/src/runs/journals/file-*.ts'];

const clientBans = [packagesByName, noScripts, noSandbox, noMsw, noNode];
const clientNodeBans = clientBans.filter((ban) => ban !== noNode);

/** Which imports are refused in which files. Of the rows that match a file, the last one counts. */
const importRules: readonly { readonly files: string[]; readonly bans: Ban[] }[] = [
  { files: ['packages/contract/src/**'], bans: [onlyZod] },
  ...contractFolders.map(({ folder }) => ({
    files: [`packages/contract/src/${folder}/**`],
    bans: [...outside(folder, contractFolders), onlyZod],
  })),
  { files: ['packages/sdk/src/**'], bans: clientBans },
  ...clientRooms.map(({ folder }) => ({
    files: [`packages/sdk/src/${folder}/**`],
    bans: [...clientBans, ...clientRoomBans(folder)],
  })),
  { files: ['packages/sdk/src/node.ts'], bans: clientNodeBans },
  {
    files: ['packages/sdk/src/runs/journals/file-*.ts'],
    bans: [...clientNodeBans, ...clientRoomBans('runs')],
  },
  { files: ['packages/sandbox/src/**'], bans: sandboxBans },
  ...rooms.map(({ folder }) => ({
    files: [`packages/sandbox/src/${folder}/**`],
    bans: [...sandboxBans, ...roomBans(folder)],
  })),
  {
    files: ['packages/sandbox/src/control/*/**'],
    bans: [...sandboxBans, ...roomBans('control'), noControlRoot],
  },
  ...serviceLayers.map(({ folder }) => ({
    files: [`packages/sandbox/src/service/${folder}/**`],
    bans: [...sandboxBans, ...roomBans('service'), ...outside(folder, serviceLayers)],
  })),
  {
    files: ['packages/sandbox/src/mounts/{msw,intercept-fetch}.ts'],
    bans: [...sandboxBans.filter((ban) => ban !== noMsw), ...roomBans('mounts')],
  },
  {
    files: ['packages/sandbox/src/mounts/inspector.ts'],
    bans: [...sandboxBans.filter((ban) => ban !== noInspector), ...roomBans('mounts')],
  },
  { files: nodeMounts, bans: [...sandboxNodeBans, noSqlite, ...roomBans('mounts')] },
  {
    files: ['packages/sandbox/src/command/**'],
    bans: [...sandboxNodeBans, noSqlite, ...roomBans('command')],
  },
  { files: nodeEntries, bans: [...sandboxNodeBans, noSqlite] },
  {
    files: ['packages/sandbox/src/service/database/**'],
    bans: [...sandboxNodeBans, ...roomBans('service'), ...outside('database', serviceLayers)],
  },
  { files: ['packages/sandbox/test/**'], bans: [packagesByName, noScripts, noClient] },
  {
    files: ['packages/sandbox/src/inspector/bundle.ts'],
    bans: [...sandboxNodeBans, ...roomBans('inspector')],
  },
  {
    files: ['packages/sandbox/src/inspector/page/**'],
    // Its exceptions end the search for a ban, so it comes last.
    bans: [packagesByName, ...roomBans('inspector'), onlyTypes, onlyPreact],
  },
  // Plain data and pure functions, which the page shares with the sandbox.
  {
    files: ['packages/sandbox/src/inspector/page/sandbox-tables.ts'],
    bans: [packagesByName, onlyPreact],
  },
  {
    files: [
      'packages/{contract,sdk}/test/**',
      'packages/*/tsup.config.ts',
      '{benchmarks,examples,site,tooling}/**',
    ],
    bans: [packagesByName, noScripts],
  },
];

const outsideKernel =
  'In the sandbox, only packages/sandbox/src/service/kernel reads time, timers and randomness: otherwise the clock could not be frozen, advanced or replayed.';
const outsideRuntime =
  'Only packages/sdk/src/runtime reads time, timers, randomness and the environment: tests steer them there, and other runtimes lack some.';
const outsideTimestamps =
  'The contract is data: it reads no clock and no randomness. Pure date arithmetic lives in packages/contract/src/values/timestamps.ts.';
const outsideCall =
  'Only packages/sdk/src/call/exchange.ts sends requests, so that every request obeys one policy for time, retries and errors.';
const onlyNode =
  'This code also runs in browsers, where there is no such global. Take what you need as an option.';

const ambient = [
  'Date',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'performance',
  'crypto',
  'Temporal',
];
const nodeGlobals = ['process', 'Buffer', 'global', 'require', '__dirname', '__filename'];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'vitest'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/dist/**', 'docs/site/**'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    // A fetch takes a string, a URL or a Request; which of them has a useful text is known only at run time.
    'typescript/no-base-to-string': 'off',
    // Lengths are counted in code points (A42, A83), and spreading a string yields those.
    'typescript/no-misused-spread': 'off',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'unicorn/prefer-node-protocol': 'error',
  },
  overrides: [
    {
      files: [
        '*.config.ts',
        '**/*.config.{ts,mjs}',
        'vitest.workspace.ts',
        'site/.vitepress/**',
        'examples/frameworks/app/**',
        'scripts/packaging/bare/app/**',
      ],
      rules: { 'import/no-default-export': 'off' },
    },

    ...importRules.map(({ files, bans }) => imports(files, bans)),

    globals(['packages/contract/src/**'], [[[...ambient, ...nodeGlobals], outsideTimestamps]]),
    globals(
      ['packages/contract/src/values/timestamps.ts'],
      [[[...ambient.filter((name) => name !== 'Date'), ...nodeGlobals], outsideTimestamps]],
    ),
    globals(
      ['packages/sdk/src/**'],
      [
        [[...ambient, ...nodeGlobals], outsideRuntime],
        [['fetch'], outsideCall],
      ],
    ),
    globals(['packages/sdk/src/call/exchange.ts'], [[[...ambient, ...nodeGlobals], outsideRuntime]]),
    globals(sdkNodeFiles, [[[...ambient, 'process'], outsideRuntime]]),
    globals(
      ['packages/sandbox/src/**'],
      [
        [ambient, outsideKernel],
        [nodeGlobals, onlyNode],
      ],
    ),
    globals([...realTime, virtualTime], [[nodeGlobals, onlyNode]]),
    // It takes and returns `Date`s of the caller; it never reads the time.
    globals(
      ['packages/sandbox/src/control/clock/**'],
      [
        [ambient.filter((name) => name !== 'Date'), outsideKernel],
        [nodeGlobals, onlyNode],
      ],
    ),
    globals(sandboxNodeFiles, [[ambient, outsideKernel]]),
    properties(['packages/contract/src/**'], outsideTimestamps),
    properties(['packages/sdk/src/**'], outsideRuntime),
    properties(['packages/sandbox/src/**'], outsideKernel),
    {
      files: ['packages/sdk/src/runtime/**', 'packages/sandbox/src/inspector/page/**'],
      rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
    },
    {
      files: [...realTime, virtualTime],
      rules: { 'no-restricted-properties': 'off' },
    },

    {
      files: ['packages/*/test/**', 'examples/**/*.test.ts'],
      rules: {
        'typescript/unbound-method': 'off',
        // Tests run over tables of cases, some of which expect more than others.
        'vitest/no-conditional-expect': 'off',
        'vitest/no-focused-tests': 'error',
        'vitest/no-disabled-tests': 'error',
        // The second argument of expect is the message of a failing case in a loop.
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'assert*'] }],
      },
    },
    // What Jest loads by default is CommonJS.
    {
      files: ['scripts/packaging/project/tools/*.cjs', 'examples/getting-started/jest/**'],
      rules: { 'typescript/no-require-imports': 'off' },
    },
    // The rule takes the fixture’s `test` for a plain function.
    { files: ['scripts/packaging/project/tools/**'], rules: { 'vitest/no-standalone-expect': 'off' } },
    // Node’s runner waits for its tests itself.
    {
      files: ['{packages,examples}/**/node-test/**', 'scripts/packaging/project/node.test.mjs'],
      rules: { 'typescript/no-floating-promises': 'off' },
    },
    // Waiting for an element asserts that the page shows it.
    {
      files: ['packages/sandbox/test/inspector/**'],
      rules: {
        'vitest/expect-expect': 'off',
        'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['browserTest'] }],
      },
    },
  ],
});

function imports(files: string[], patterns: Ban[]): Override {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** The bans of a room of the sandbox. */
function roomBans(folder: string): Ban[] {
  return [
    noEntry('index|cypress|deployment|node|msw|msw-fetch|jest|node-test|playwright|vitest'),
    ...outside(folder, rooms),
  ];
}

/** The bans of a room of the client. */
function clientRoomBans(folder: string): Ban[] {
  return [noEntry('index|mailrig|node|opentelemetry|rate-limiter-flexible'), ...outside(folder, clientRooms)];
}

function noEntry(names: string): Ban {
  const message = 'An entry joins or re-exports what is in the rooms; no room depends on an entry.';
  return { regex: `^(\\.\\./)+(${names})\\.ts$`, message };
}

/** The bans that keep a folder below the folders that come after it. */
function outside(folder: string, layers: readonly Layer[]): Ban[] {
  const layer = layers.find((one) => one.folder === folder);
  if (!layer) throw new Error(`No layer ${folder}`);
  const { values, types, because } = layer;
  const known = [folder, ...values, ...types];
  const banned = layers.map((one) => one.folder).filter((name) => !known.includes(name));
  const bans: Ban[] = [{ regex: `^(\\.\\./)+(${banned.join('|')})/`, message: because }];
  if (types.length > 0) {
    bans.push({
      regex: `^(\\.\\./)+(${types.join('|')})/`,
      message: `${because} Types may be imported.`,
      allowTypeImports: true,
    });
  }
  return bans;
}

function globals(files: string[], bans: [names: string[], because: string][]): Override {
  const rows = bans.flatMap(([names, message]) => names.map((name) => ({ name, message })));
  return { files, rules: { 'no-restricted-globals': ['error', { globals: rows, checkGlobalObject: true }] } };
}

function properties(files: string[], message: string): Override {
  const rows = [
    { object: 'Math', property: 'random', message },
    { object: 'AbortSignal', property: 'timeout', message },
    { object: 'globalThis', property: 'Math', message },
  ];
  return { files, rules: { 'no-restricted-properties': ['error', ...rows] } };
}
