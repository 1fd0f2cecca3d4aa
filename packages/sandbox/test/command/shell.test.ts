import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { requestCommand, type Shell, shellOf, variableLines } from '../../src/command/shell.ts';

const system =
  'C:\\Program Files\\WindowsPowerShell\\Modules;C:\\Windows\\system32\\WindowsPowerShell\\v1.0\\Modules';

const shells: readonly (readonly [
  where: string,
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string>>,
  shell: Shell,
])[] = [
  ['Linux', 'linux', { SHELL: '/bin/bash' }, 'sh'],
  ['Linux without SHELL', 'linux', {}, 'sh'],
  ['macOS', 'darwin', { SHELL: '/bin/zsh' }, 'sh'],
  ['cmd', 'win32', { ComSpec: 'C:\\Windows\\system32\\cmd.exe', PSModulePath: system }, 'cmd'],
  ['cmd without PowerShell', 'win32', {}, 'cmd'],
  [
    'Windows PowerShell',
    'win32',
    { PSModulePath: `C:\\Users\\ada\\Documents\\WindowsPowerShell\\Modules;${system}` },
    'powershell',
  ],
  [
    'PowerShell 7',
    'win32',
    {
      PSModulePath: `C:\\Users\\ada\\OneDrive\\Documents\\PowerShell\\Modules;C:\\Program Files\\PowerShell\\Modules;${system}`,
    },
    'powershell',
  ],
  [
    'cmd with modules of another program for all users',
    'win32',
    { PSModulePath: `${system};C:\\Program Files (x86)\\Database\\PowerShell\\Modules` },
    'cmd',
  ],
  ['Git Bash', 'win32', { MSYSTEM: 'MINGW64', PSModulePath: system }, 'sh'],
  ['a POSIX shell on Windows', 'win32', { SHELL: '/usr/bin/bash', PSModulePath: system }, 'sh'],
];

test.for(shells)('in %s, hints are for the right shell', ([, platform, environment, shell]) => {
  expect(shellOf(platform, environment)).toBe(shell);
});

const variables = { MAILRIG_BASE_URL: 'http://127.0.0.1:4010', MAILRIG_API_KEY: "it's" };

test.for([
  ['sh', `export MAILRIG_BASE_URL=http://127.0.0.1:4010 MAILRIG_API_KEY='it'\\''s'`],
  ['cmd', `set "MAILRIG_BASE_URL=http://127.0.0.1:4010"\nset "MAILRIG_API_KEY=it's"`],
  ['powershell', `$env:MAILRIG_BASE_URL = 'http://127.0.0.1:4010'\n$env:MAILRIG_API_KEY = 'it''s'`],
] as const)('%s sets variables in its own way', ([shell, lines]) => {
  expect(variableLines(shell, variables)).toBe(lines);
});

const request = {
  url: 'http://127.0.0.1:4010/api/v1/emails',
  key: 'sk_live_sandbox',
  body: { subject: "It's here" },
};

test.for([
  [
    'sh',
    `curl http://127.0.0.1:4010/api/v1/emails -H 'Authorization: Bearer sk_live_sandbox' -H 'Content-Type: application/json' -d '{"subject":"It'\\''s here"}'`,
  ],
  [
    'cmd',
    `curl http://127.0.0.1:4010/api/v1/emails -H "Authorization: Bearer sk_live_sandbox" -H "Content-Type: application/json" -d "{\\"subject\\":\\"It's here\\"}"`,
  ],
  [
    'powershell',
    `Invoke-RestMethod 'http://127.0.0.1:4010/api/v1/emails' -Method Post -Headers @{ Authorization = 'Bearer sk_live_sandbox' } -ContentType 'application/json' -Body '{"subject":"It''s here"}'`,
  ],
] as const)('%s sends an email in its own way', ([shell, line]) => {
  expect(requestCommand(shell, request)).toBe(line);
});

test.skipIf(process.platform === 'win32')('sh reads the variables as they were', () => {
  const values = { ...variables, SIX: 'http://[::1]:4010', ODD: '$HOME `x` "y" \\' };
  const script = `${variableLines('sh', values)}\nprintf '%s\\n' "$MAILRIG_BASE_URL" "$MAILRIG_API_KEY" "$SIX" "$ODD"`;
  const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(read.trimEnd().split('\n')).toEqual(Object.values(values));
});
