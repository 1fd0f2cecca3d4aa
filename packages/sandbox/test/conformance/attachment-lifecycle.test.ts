import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { send } from './emails.ts';
import { binary, confirm, newUpload, put, type Upload } from './upload.ts';

type State = 'pending' | 'uploaded' | 'expired';

const size = 8;
const hour = 3_600_000;
const week = 7 * 24 * hour;

/** The state of an attachment, as seen by trying to send it (A59). */
async function stateOf(service: Service, { attachmentId }: Upload): Promise<State> {
  const { outcome, ...response } = await send(service, { attachmentIds: [attachmentId] });
  if (outcome === '201') return 'uploaded';
  expect(outcome).toBe('400 ATTACHMENT_NOT_FOUND');
  return response.body.error.details.reason === 'not_confirmed' ? 'pending' : 'expired';
}

/** A step in the life of an attachment, and its outcome. */
const steps = {
  put: async (service: Service, upload: Upload) => String((await put(service, upload, binary(size))).status),
  'put one byte more': async (service: Service, upload: Upload) =>
    String((await put(service, upload, binary(size + 1))).status),
  confirm: async (service: Service, upload: Upload) => (await confirm(service, upload.attachmentId)).outcome,
  '1 h − 1 ms': (service: Service) => pass(service, hour - 1),
  '1 h': (service: Service) => pass(service, hour),
  '7 d − 1 ms': (service: Service) => pass(service, week - 1),
  '7 d': (service: Service) => pass(service, week),
};

type Step = keyof typeof steps;

function pass({ sandbox }: Service, time: number): string {
  sandbox.clock.advance(time);
  return '';
}

const uploaded: Step[] = ['put', 'confirm'];

/** After `before`, `step` is answered with `outcome` and leaves the attachment in `state` (R114). */
const transitions: readonly [
  from: State,
  before: readonly Step[],
  step: Step,
  outcome: string,
  state: State,
][] = [
  ['pending', [], 'put', '200', 'pending'],
  ['pending', ['put'], 'put', '200', 'pending'],
  ['pending', [], 'confirm', '400 UPLOAD_NOT_COMPLETE', 'pending'],
  ['pending', ['put one byte more'], 'confirm', '400 FILE_SIZE_MISMATCH', 'pending'],
  ['pending', ['put'], 'confirm', '200', 'uploaded'],
  ['pending', ['put one byte more', 'confirm', 'put'], 'confirm', '200', 'uploaded'],
  ['pending', [], '1 h − 1 ms', '', 'pending'],
  ['pending', ['put'], '1 h − 1 ms', '', 'pending'],
  ['pending', [], '1 h', '', 'expired'],
  ['pending', ['put'], '1 h', '', 'expired'],
  ['uploaded', uploaded, 'put', '403', 'uploaded'],
  ['uploaded', uploaded, 'confirm', '200', 'uploaded'],
  ['uploaded', uploaded, '1 h', '', 'uploaded'],
  ['uploaded', uploaded, '7 d − 1 ms', '', 'uploaded'],
  ['uploaded', ['put', '1 h − 1 ms', 'confirm'], '7 d − 1 ms', '', 'uploaded'],
  ['uploaded', uploaded, '7 d', '', 'expired'],
  ['uploaded', ['put', '1 h − 1 ms', 'confirm'], '7 d', '', 'expired'],
  ['expired', ['1 h'], 'put', '403', 'expired'],
  ['expired', ['1 h'], 'confirm', '400 UPLOAD_EXPIRED', 'expired'],
  ['expired', ['put', '1 h'], 'confirm', '400 UPLOAD_EXPIRED', 'expired'],
  ['expired', ['put', '1 h'], '7 d', '', 'expired'],
  ['expired', [...uploaded, '7 d'], 'put', '403', 'expired'],
  ['expired', [...uploaded, '7 d'], 'confirm', '400 UPLOAD_EXPIRED', 'expired'],
  ['expired', [...uploaded, '7 d'], '7 d', '', 'expired'],
];

conformance('states of an attachment', (open) => {
  test.each(transitions)('%s after %j: %s is answered "%s" and leads to %s (R114, A79)', async (...row) => {
    const [from, before, step, outcome, state] = row;
    const service = await open();
    const upload = await newUpload(service, { size });
    for (const name of before) await steps[name](service, upload);
    expect(await stateOf(service, upload)).toBe(from);
    expect(await steps[step](service, upload)).toBe(outcome);
    expect(await stateOf(service, upload)).toBe(state);
  });

  test('attachmentLifetime and uploadLifetime replace the seven days and the hour (R113)', async () => {
    const service = await open({ limits: { uploadLifetime: 1_000, attachmentLifetime: 5_000 } });
    const upload = await newUpload(service, { size });
    const never = await newUpload(service, { size });
    await put(service, upload, binary(size));
    service.sandbox.clock.advance(999);
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
    expect(await stateOf(service, never)).toBe('pending');
    service.sandbox.clock.advance(1);
    expect(await stateOf(service, never)).toBe('expired');
    service.sandbox.clock.advance(4_998);
    expect(await stateOf(service, upload)).toBe('uploaded');
    service.sandbox.clock.advance(1);
    expect(await stateOf(service, upload)).toBe('expired');
  });

  test('sending an attachment does not extend its seven days (A79)', async () => {
    const service = await open();
    const upload = await newUpload(service, { size });
    await put(service, upload, binary(size));
    await confirm(service, upload.attachmentId);
    for (let day = 0; day < 7; day++) {
      expect(await stateOf(service, upload)).toBe('uploaded');
      service.sandbox.clock.advance('24h');
    }
    expect(await stateOf(service, upload)).toBe('expired');
  });
});
