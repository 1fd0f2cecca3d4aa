import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { eventsOf } from '../saved-state.ts';
import { record, type Result, submitted, verified } from './verifications.ts';

/** The expected result and risk of each address. */
type Case = readonly [email: string, result: string, riskScore: number];

const noMail: readonly Case[] = [
  ['a@example.invalid', 'invalid', 100],
  ['a@mail.example.invalid', 'invalid', 100],
  ['a@nxdomain.example', 'invalid', 100],
  ['a@mail.nxdomain.example', 'invalid', 100],
  ['a@no-mx.example', 'invalid', 100],
  ['a@mail.no-mx.example.net', 'invalid', 100],
  ['a@gmial.com', 'invalid', 100],
  ['a@gmai.com', 'invalid', 100],
  ['a@hotmial.com', 'invalid', 100],
  ['a@yaho.com', 'invalid', 100],
  ['a@nxdomains.example', 'valid', 5],
  ['a@my-no-mx.example', 'valid', 5],
  ['a@invalid.example', 'valid', 5],
];

const noMailbox: readonly Case[] = [
  ...['invalid', 'bounce', 'bounced', 'nonexistent', 'no-such-user'].flatMap((local): Case[] => [
    [`${local}@example.net`, 'invalid', 100],
    [`${local}+tag@example.net`, 'invalid', 100],
  ]),
  ['tag+bounce@example.net', 'valid', 5],
  ['bouncer@example.net', 'valid', 5],
];

const undetermined: readonly Case[] = [
  ['unknown@example.net', 'unknown', 50],
  ['timeout@example.net', 'unknown', 50],
  ['greylisted@example.net', 'unknown', 50],
  ['a@unknown.example', 'unknown', 50],
  ['a@mail.unknown.example', 'unknown', 50],
  ['unknowns@example.net', 'valid', 5],
  ['a@unknowns.example', 'valid', 5],
];

const disposable: readonly Case[] = [
  'mailinator.com',
  'tempmail.com',
  'guerrillamail.com',
  '10minutemail.com',
  'yopmail.com',
  'trashmail.com',
].map((domain) => [`a@${domain}`, 'risky', 80]);

const roles = [
  'admin',
  'administrator',
  'support',
  'info',
  'sales',
  'contact',
  'help',
  'billing',
  'postmaster',
  'webmaster',
  'hostmaster',
  'abuse',
  'noreply',
  'no-reply',
  'marketing',
  'office',
  'team',
  'security',
];

const riskyDomains: readonly Case[] = [
  ['a@catchall.example', 'risky', 65],
  ['a@catch-all.example.net', 'risky', 65],
  ['a@spammy.example', 'risky', 75],
  ['a@complaints.example.net', 'risky', 75],
  ['a@mail.catchall.example', 'valid', 5],
  ['a@mail.spammy.example', 'valid', 5],
];

const several: readonly Case[] = [
  ['admin@mailinator.com', 'risky', 85],
  ['info@catchall.example', 'risky', 70],
  ['support@spammy.example', 'risky', 80],
  ['sales@complaints.example', 'risky', 80],
];

const firstMatch: readonly Case[] = [
  ['unknown@example.invalid', 'invalid', 100],
  ['admin@nxdomain.example', 'invalid', 100],
  ['timeout@gmial.com', 'invalid', 100],
  ['bounce@unknown.example', 'invalid', 100],
  ['bounce@mailinator.com', 'invalid', 100],
  ['timeout@mailinator.com', 'unknown', 50],
  ['admin@unknown.example', 'unknown', 50],
  ['unknown@catchall.example', 'unknown', 50],
];

const others: readonly Case[] = [
  ['bob@gmail.com', 'valid', 10],
  ['bob@yahoo.com', 'valid', 10],
  ['bob@outlook.com', 'valid', 10],
  ['bob@hotmail.com', 'valid', 10],
  ['bob@example.net', 'valid', 5],
];

const shortened = (result: string) =>
  result === 'valid' ? 'clean' : result === 'unknown' ? 'unknown' : 'dirty';

conformance('verification outcomes', (open) => {
  test.each([
    ['a domain without mail is invalid, with risk 100', noMail],
    ['a missing mailbox is invalid, with risk 100 and any plus tag', noMailbox],
    ['an unresponsive mailbox or domain is unknown, with risk 50', undetermined],
    ['a disposable domain is risky, with risk 80', disposable],
    [
      'a role account is risky, with risk 60',
      roles.map((role): Case => [`${role}@example.net`, 'risky', 60]),
    ],
    ['a catch-all domain or one with many complaints is risky, by its first label only', riskyDomains],
    ['of several risks the greatest counts, plus five for each other one', several],
    ['if several rules match, the first one decides', firstMatch],
    ['everything else is valid, with risk 10 at a free provider and 5 elsewhere', others],
  ] as const)('%s (R181, R182, A97)', async (_, cases) => {
    const service = await open();
    for (const [email, result, riskScore] of cases) {
      expect(await verified(service, email), email).toMatchObject({
        result,
        riskScore,
        status: shortened(result),
        isValid: result === 'valid',
      });
    }
  });

  test('the case of an address makes no difference (A97)', async () => {
    const service = await open();
    for (const [email, result] of [
      ['ADMIN@Example.NET', 'risky'],
      ['Bounce@Example.net', 'invalid'],
      ['a@MAILINATOR.com', 'risky'],
      ['a@NXDOMAIN.example', 'invalid'],
      ['a@CatchAll.example', 'risky'],
    ] as const) {
      expect((await verified(service, email)).result, email).toBe(result);
    }
  });

  test('risk factors never add up to more than 95 (A97)', async () => {
    const service = await open();
    for (const local of ['a', 'admin', 'no-reply']) {
      for (const label of ['', 'catchall.', 'spammy.', 'catch-all.', 'complaints.']) {
        for (const domain of ['mailinator.com', 'example.net']) {
          const found = await verified(service, `${local}@${label}${domain}`);
          expect(found.riskScore, found.email).toBeLessThanOrEqual(95);
        }
      }
    }
  });

  test('the details are the same for every result (R180, A97)', async () => {
    const service = await open();
    const details = async (email: string): Promise<Result['details']> =>
      (await verified(service, email)).details;
    for (const email of ['a@mailinator.com', 'bounce@mailinator.com', 'timeout@mailinator.com']) {
      expect((await details(email)).isDisposable, email).toBe(true);
    }
    for (const email of ['admin@example.net', 'admin@nxdomain.example', 'admin@unknown.example']) {
      expect(await details(email), email).toMatchObject({ isRoleAccount: true, isDisposable: false });
    }
    for (const email of ['bob@gmail.com', 'bounce@gmail.com', 'unknown@gmail.com', 'admin@gmail.com']) {
      expect((await details(email)).isFreeProvider, email).toBe(true);
    }
    expect(await details('bob@example.net')).toEqual({
      isDisposable: false,
      isFreeProvider: false,
      isRoleAccount: false,
    });
  });

  test('a configured result overrides every rule, in any case of the address (A97)', async () => {
    const service = await open();
    const { verifications } = service.sandbox;
    for (const email of ['a@example.net', 'bounce@nxdomain.example', 'admin@mailinator.com']) {
      for (const result of ['valid', 'invalid', 'risky', 'unknown'] as const) {
        verifications.setResult(email.toUpperCase(), result);
        verifications.clearCache();
        expect(await verified(service, email), email).toMatchObject({
          result,
          status: shortened(result),
          isValid: result === 'valid',
        });
      }
    }
  });

  test('a configured result also applies to batches, and to one account only (A97)', async () => {
    const service = await open();
    const { sandbox } = service;
    const key = 'sk_live_other';
    sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      credits: 10,
      keys: [{ key, environment: 'live' }],
    });
    sandbox.verifications.setResult('bob@example.net', 'unknown');
    expect((await verified(service, 'bob@example.net', { key })).result).toBe('valid');
    sandbox.account(key).verifications.setResult('eve@example.net', 'invalid');
    expect((await verified(service, 'eve@example.net', { key })).result).toBe('invalid');
    expect((await verified(service, 'eve@example.net')).result).toBe('valid');
    expect((await verified(service, 'bob@example.net')).result).toBe('unknown');
  });

  test('a custom verifier decides if it answers, and the rules decide otherwise (A97)', async () => {
    const service = await open({
      verifier: (address) => (address.startsWith('vip') ? 'unknown' : undefined),
    });
    for (const [email, result] of [
      ['vip@example.net', 'unknown'],
      ['vip@mailinator.com', 'unknown'],
      ['bob@example.net', 'valid'],
      ['bounce@example.net', 'invalid'],
    ] as const) {
      expect((await verified(service, email)).result, email).toBe(result);
    }
  });

  test('if the verifier throws, the rules decide, and no batch is stranded (A97, A108)', async () => {
    const service = await open({
      verifier: () => {
        throw new Error('no idea');
      },
    });
    const { verificationId } = await submitted(service, ['bob@example.net']);
    service.sandbox.clock.runUntilIdle();
    expect(await record(service, verificationId)).toMatchObject({
      status: 'completed',
      results: { clean: ['bob@example.net'] },
    });
    expect(service.sandbox.check()).toEqual([]);
  });

  test.each([
    ['an unknown result', 'dirty'],
    ['a promise', Promise.resolve('risky')],
  ])('if a verifier returns %s, the rules decide, and the event log says why (A97)', async (_, given) => {
    const service = await open({ verifier: () => given as 'risky' });
    expect(await verified(service, 'bob@example.net')).toMatchObject({ result: 'valid' });
    expect(JSON.stringify(eventsOf(service.sandbox))).toContain(
      `verifier returned ${String(given)} for bob@example.net: it must return undefined or one of valid, invalid, risky, unknown`,
    );
    expect(service.sandbox.check()).toEqual([]);
  });
});
