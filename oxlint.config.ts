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

const packagesByName: Ban = {
  regex: '^(\\.\\./)+(contract|probes|sdk|sandbox|inspector)/(src|test|dist)/',
  message:
    'Packages import each other by name, as a user does: a path into another package skips its exports.',
};
const noNode: Ban = {
  regex: `^(node:.*|(${builtinModules.join('|')})(/.*)?)$`,
  message:
    'This code also runs in browsers and at the edge: only the sandbox’s node entry, its HTTP mount and its CLI import node:*.',
};
const noSqlite: Ban = {
  regex: '^node:sqlite$',
  message:
    'Only packages/sandbox/src/database knows SQLite, and loads it when a state file is opened: most sandboxes keep no state.',
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
const noInsider: Ban = {
  regex: '^(@mailrig/sandbox|mailrig)(/|$)',
  message:
    'Probes see a deployment from outside: they send plain requests, and know neither the sandbox nor the client.',
};
const noInspector: Ban = {
  regex: '^@mailrig/inspector(/|$)',
  message:
    'Only packages/sandbox/src/mounts/inspector.ts imports the inspector, when its page is asked for: the build puts the finished page there.',
};
const onlyPreact: Ban = {
  group: ['*', '!preact', '!preact/**', '!./**', '!../**'],
  message:
    'The inspector’s page is a client of the control plane like any other: it imports preact and itself.',
};
const onlyControlTypes: Ban = {
  ...packagesByName,
  message:
    'The page takes the types of the control plane’s answers from the sandbox, and only in control-types.ts: with code, it would bundle a second sandbox.',
  allowTypeImports: true,
};
const onlyZod: Ban = {
  group: ['*', '!zod', '!zod/**', '!./**', '!../**'],
  message: 'The contract is data and types without I/O: it imports zod and itself, nothing else.',
};

/** The folders of the sandbox, inner ones first. A folder may import itself, `values`, and types from `types`. */
const sandboxLayers = [
  {
    folder: 'tables',
    values: [],
    types: [],
    because: 'The storage engine knows keys and records only: it must not depend on what they mean.',
  },
  {
    folder: 'kernel',
    values: ['tables'],
    types: [],
    because: 'The kernel is time, ids and events; it knows nothing about email.',
  },
  {
    folder: 'state',
    values: ['tables', 'kernel'],
    types: ['wire'],
    because: 'State holds records; the code that changes them is above it.',
  },
  {
    folder: 'database',
    values: ['state'],
    types: [],
    because: 'The database keeps snapshots of the state; it does not know what changes them.',
  },
  {
    folder: 'lifecycles',
    values: ['kernel'],
    types: ['state'],
    because: 'A lifecycle is a table of transitions: pure data about records, drawn in the docs.',
  },
  {
    folder: 'wire',
    values: ['kernel', 'lifecycles'],
    types: ['state'],
    because:
      'The wire formats what it is given: with access to state, an answer could differ from what the operation decided.',
  },
  {
    folder: 'mime',
    values: ['kernel'],
    types: ['state'],
    because: 'A MIME message is a function of the message it is given.',
  },
  {
    folder: 'checks',
    values: [],
    types: [],
    because: 'The checks of a message are functions of that message: they know neither sandbox nor account.',
  },
  {
    folder: 'rules',
    values: ['kernel', 'state', 'lifecycles', 'wire'],
    types: ['tables'],
    because:
      'The API, the control plane and the clock share the rules, so no rule may depend on any of them.',
  },
  {
    folder: 'operations',
    values: ['kernel', 'state', 'lifecycles', 'wire', 'rules'],
    types: ['tables'],
    because: 'An operation does not know how its request arrived, so every mount behaves alike.',
  },
  {
    folder: 'routing',
    values: ['kernel', 'state', 'lifecycles', 'wire', 'rules', 'operations'],
    types: [],
    because: 'The request pipeline knows neither the control plane nor the mounts.',
  },
  {
    folder: 'control',
    values: ['kernel', 'state', 'lifecycles', 'wire', 'mime', 'checks', 'rules', 'routing'],
    types: [],
    because: 'A control verb works in process and over HTTP alike: it does not know its mount.',
  },
  {
    folder: 'seeds',
    values: ['kernel', 'state', 'wire', 'rules', 'operations', 'control'],
    types: [],
    because:
      'A seed is a series of calls that a test could make itself; it does not know who starts the sandbox.',
  },
  {
    folder: 'testing',
    values: ['kernel', 'control'],
    types: ['state', 'checks'],
    because: 'Test helpers use what any test can use: the control plane.',
  },
] as const;
const sandboxFolders = [...sandboxLayers.map(({ folder }) => folder), 'sweep', 'mounts', 'cli'];
const sweepBan: Ban = {
  regex: '^(\\.\\./)+(mounts|cli|database|index|node|msw|jest|node-test|vitest)(/|\\.ts$)',
  message: 'A sweep uses forks of a sandbox: it knows no mount and no test runner.',
};
const sandboxBans = [packagesByName, noClient, noInspector, noMsw, noNode];
const sandboxNodeBans = sandboxBans.filter((ban) => ban !== noNode);
/** Files of the sandbox that only Node loads. */
const sandboxNodeFiles = [
  'packages/sandbox/src/{node,node-test,cli,playwright}.ts',
  'packages/sandbox/src/mounts/{node,node-exchange,answer-together,one-by-one,playwright,recorder}.ts',
  'packages/sandbox/src/database/**',
  'packages/sandbox/src/cli/**',
];

/** Files of the client that only Node loads. */
const sdkNodeFiles = ['packages/sdk/src/node.ts', 'packages/sdk/src/runs/file-*.ts'];

/** Which imports are refused in which files. Of the rows that match a file, the last one counts. */
const importRules: readonly { readonly files: string[]; readonly bans: Ban[] }[] = [
  { files: ['packages/contract/src/**'], bans: [onlyZod] },
  { files: ['packages/probes/src/**'], bans: [packagesByName, noInsider, noNode] },
  { files: ['packages/sdk/src/**'], bans: [packagesByName, noSandbox, noMsw, noNode] },
  { files: sdkNodeFiles, bans: [packagesByName, noSandbox, noMsw] },
  { files: ['packages/sandbox/src/**'], bans: sandboxBans },
  ...sandboxLayers.map((layer) => ({
    files: [`packages/sandbox/src/${layer.folder}/**`],
    bans: [...sandboxBans, ...outside(layer)],
  })),
  { files: ['packages/sandbox/src/sweep/**'], bans: [...sandboxBans, sweepBan] },
  {
    files: ['packages/sandbox/src/mounts/{msw,intercept-fetch}.ts'],
    bans: sandboxBans.filter((ban) => ban !== noMsw),
  },
  {
    files: ['packages/sandbox/src/mounts/inspector.ts'],
    bans: sandboxBans.filter((ban) => ban !== noInspector),
  },
  { files: sandboxNodeFiles, bans: [...sandboxNodeBans, noSqlite] },
  ...sandboxLayers
    .filter(({ folder }) => folder === 'database')
    .map((layer) => ({
      files: [`packages/sandbox/src/${layer.folder}/**`],
      bans: [...sandboxNodeBans, ...outside(layer)],
    })),
  { files: ['packages/sandbox/test/**'], bans: [packagesByName, noClient] },
  { files: ['packages/inspector/src/page/**'], bans: [packagesByName, onlyPreact] },
  { files: ['packages/inspector/src/page/control-types.ts'], bans: [onlyControlTypes, onlyPreact] },
  // The table of search words is plain data, which help and parser share.
  { files: ['packages/inspector/src/page/search-words.ts'], bans: [onlyPreact] },
  {
    files: ['packages/{contract,probes,sdk,inspector}/test/**', 'examples/**', 'benchmarks/**'],
    bans: [packagesByName],
  },
];

const outsideKernel =
  'Only packages/sandbox/src/kernel reads time, timers and randomness: otherwise the clock could not be frozen, advanced or replayed.';
const outsideRuntime =
  'Only packages/sdk/src/runtime.ts reads time, timers, randomness and the environment: tests steer them there, and other runtimes lack some.';
const outsideTimestamps =
  'The contract is data: it reads no clock and no randomness. Pure date arithmetic lives in packages/contract/src/timestamps.ts.';
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
  ignorePatterns: ['**/dist/**', 'docs/site/**', 'docs/api/**'],
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
      files: ['*.config.ts', '**/*.config.{ts,mjs}', 'vitest.workspace.ts', 'site/.vitepress/**'],
      rules: { 'import/no-default-export': 'off' },
    },

    ...importRules.map(({ files, bans }) => imports(files, bans)),

    globals(['packages/contract/src/**'], [[[...ambient, ...nodeGlobals], outsideTimestamps]]),
    globals(
      ['packages/contract/src/timestamps.ts'],
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
    globals(['packages/sandbox/src/kernel/**'], [[nodeGlobals, onlyNode]]),
    // It takes and returns `Date`s of the caller; it never reads the time.
    globals(
      ['packages/sandbox/src/control/clock.ts'],
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
      files: ['packages/sdk/src/runtime.ts'],
      rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
    },
    { files: ['packages/sandbox/src/kernel/**'], rules: { 'no-restricted-properties': 'off' } },

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
    // The rule does not know that the fixture’s `test` is one.
    { files: ['scripts/packaging/project/tools/**'], rules: { 'vitest/no-standalone-expect': 'off' } },
    // Node’s runner waits for its tests itself.
    {
      files: ['{packages,examples}/**/node-test/**', 'scripts/packaging/project/node.test.mjs'],
      rules: { 'typescript/no-floating-promises': 'off' },
    },
    // Waiting for an element asserts that the page shows it.
    {
      files: ['packages/inspector/test/**'],
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

/** The bans that keep a folder below what is above it. */
function outside({ folder, values, types, because }: (typeof sandboxLayers)[number]): Ban[] {
  const known: readonly string[] = [folder, ...values, ...types];
  const banned = sandboxFolders.filter((name) => !known.includes(name));
  const bans: Ban[] = [
    { regex: `^(\\.\\./)+(${banned.join('|')})/`, message: because },
    { regex: '^(\\.\\./)+(index|sandbox|node|msw|cli)\\.ts$', message: because },
  ];
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
