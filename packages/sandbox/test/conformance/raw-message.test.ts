import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { send } from './emails.ts';
import { attach, binary, bytesOf } from './upload.ts';

/** Sends, then parses the raw message like a mail program. */
async function sendAndParse(
  service: Service,
  fields: object,
): Promise<{ readonly raw: string; readonly mail: Email }> {
  expect((await send(service, fields)).outcome).toBe('201');
  const raw = service.sandbox.mailbox.latest({})?.raw() ?? new Uint8Array();
  return {
    raw: new TextDecoder().decode(raw),
    mail: await PostalMime.parse(raw, { forceRfc822Attachments: true }),
  };
}

const header = ({ headers }: Email, key: string) => headers.filter((each) => each.key === key);

conformance('the raw message', (open) => {
  test('attachments come back byte for byte, with their type and name (R115)', async () => {
    const service = await open();
    const files = [
      { filename: 'all bytes.bin', contentType: 'application/octet-stream', bytes: binary(1_024) },
      { filename: 'Übersicht – 报告 😀.pdf', contentType: 'application/pdf', bytes: binary(77) },
      { filename: 'semi;colon "quoted" \\ back.csv', contentType: 'text/csv', bytes: binary(1) },
      { filename: `${'long '.repeat(48)}name.txt`, contentType: 'text/plain', bytes: binary(200) },
    ];
    const attachmentIds = [];
    for (const file of files) attachmentIds.push((await attach(service, file)).attachmentId);
    const { mail } = await sendAndParse(service, { attachmentIds, text: 'See the files', html: undefined });
    expect(
      mail.attachments.map(({ filename, mimeType, disposition }) => ({ filename, mimeType, disposition })),
    ).toEqual(
      files.map(({ filename, contentType: mimeType }) => ({ filename, mimeType, disposition: 'attachment' })),
    );
    mail.attachments.forEach(({ content }, index) => {
      expect(new Uint8Array(content as ArrayBuffer)).toEqual(files[index]?.bytes);
    });
    expect(mail.text?.trim()).toBe('See the files');
  });

  test('a name or subject that looks encoded, or has blanks around it, stays as it is (R115)', async () => {
    const service = await open();
    const subject = ' =?utf-8?q?x?= ';
    const attachmentIds = [];
    for (const filename of ['=?utf-8?q?x?=.pdf', ' a.pdf ']) {
      attachmentIds.push((await attach(service, { filename })).attachmentId);
    }
    const { raw, mail } = await sendAndParse(service, { attachmentIds, subject });
    expect(mail.subject).toBe(subject);
    // The parser here decodes even a name that is percent-encoded.
    expect(raw).toContain("filename*0*=UTF-8''%3D%3Futf-8%3Fq%3Fx%3F%3D.pdf");
    expect(mail.attachments[1]?.filename).toBe(' a.pdf ');
  });

  test('only a dot or an F at the start of a line is encoded, because relays change such lines (R115)', async () => {
    const lines = ['.', '.end', 'From here', 'Ada.', 'a. b. F', 'x.y', 'F', 'OF'];
    const { raw } = await sendAndParse(await open(), { text: lines.join('\n'), html: undefined });
    const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
    expect(body.trimEnd().split('\r\n')).toEqual([
      '=2E',
      '=2Eend',
      '=46rom here',
      'Ada.',
      'a. b. F',
      'x.y',
      '=46',
      'OF',
    ]);
  });

  test('an inline image has the Content-ID that the HTML refers to (R100, A78)', async () => {
    const service = await open();
    const bytes = binary(300);
    const logo = { filename: 'logo.png', contentType: 'image/png', inline: true, bytes };
    const { attachmentId, contentId } = await attach(service, logo);
    const regular = await attach(service);
    const html = `<p>Hi <img src="cid:${contentId}"></p>`;
    const { mail } = await sendAndParse(service, {
      html,
      text: 'Hi',
      attachmentIds: [attachmentId, regular.attachmentId],
    });
    expect(service.sandbox.mailbox.latest({})?.attachments).toMatchObject([
      { id: attachmentId, contentId, inline: true },
      { id: regular.attachmentId, inline: false },
    ]);
    const image = mail.attachments.find(({ mimeType }) => mimeType === 'image/png');
    expect(image).toMatchObject({
      filename: 'logo.png',
      disposition: 'inline',
      contentId: `<${contentId}>`,
      related: true,
    });
    expect(new Uint8Array(image?.content as ArrayBuffer)).toEqual(bytes);
    expect(mail.attachments).toHaveLength(2);
    expect(mail.html?.trim()).toBe(html);
    expect(mail.text?.trim()).toBe('Hi');
  });

  test('sender, recipients and reply address keep their names, and bcc is left out (R47, R71, R72, A48, A49)', async () => {
    const service = await open();
    const { raw, mail } = await sendAndParse(service, {
      from: '"Ada, Countess" <ada@example.com>',
      to: ['bob@example.net', 'Zoë Ångström <zoe@example.net>'],
      cc: 'Carl <carl@example.net>',
      bcc: ['hidden@example.net', 'Secret <secret@example.net>'],
      replyTo: 'Help desk <help@example.org>',
    });
    expect(mail.from).toMatchObject({ name: 'Ada, Countess', address: 'ada@example.com' });
    expect(mail.to).toMatchObject([
      { address: 'bob@example.net' },
      { name: 'Zoë Ångström', address: 'zoe@example.net' },
    ]);
    expect(mail.cc).toMatchObject([{ name: 'Carl', address: 'carl@example.net' }]);
    expect(mail.replyTo).toMatchObject([{ name: 'Help desk', address: 'help@example.org' }]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(raw).not.toMatch(/hidden@|secret@|^bcc:/im);
  });

  test('subject, date and message id are those of the send (R45, A39)', async () => {
    const service = await open();
    const subject = 'Grüße aus Zürich – 你好 😀 '.repeat(6).trim();
    const { mail } = await sendAndParse(service, { subject });
    expect(mail.subject).toBe(subject);
    expect(mail.messageId).toBe(`<${service.sandbox.mailbox.latest({})?.messageId}>`);
    expect(new Date(mail.date ?? 0).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });

  test('custom headers appear once, and reserved ones change nothing (A57)', async () => {
    const service = await open();
    const headers = { 'X-Campaign': 'spring', 'X-Name': 'Zoë', From: 'eve@elsewhere.example', Subject: 'No' };
    const { raw, mail } = await sendAndParse(service, { headers });
    expect(header(mail, 'x-campaign').map(({ value }) => value)).toEqual(['spring']);
    expect(header(mail, 'x-name')).toHaveLength(1);
    expect(raw.split('\r\n\r\n')[0]).toMatch(/^[\t\r\n -~]*$/);
    expect(header(mail, 'from')).toHaveLength(1);
    expect(header(mail, 'subject')).toHaveLength(1);
    expect(mail.subject).toBe('Hello');
    expect(mail.from?.address).toBe('ada@example.com');
  });

  test('a header name of 996 characters is accepted, and its lines stay within 998 (A57)', async () => {
    const service = await open();
    const names = [99, 900, 995, 996].map((length) => 'X'.repeat(length));
    const headers = Object.fromEntries(names.map((name) => [name, 'v'.repeat(900)]));
    const { raw, mail } = await sendAndParse(service, { headers: { ...headers, ['Y'.repeat(996)]: '' } });
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    for (const name of names) {
      expect(header(mail, name.toLowerCase()).map(({ value }) => value)).toEqual(['v'.repeat(900)]);
    }
    expect(header(mail, 'y'.repeat(996))).toHaveLength(1);
  });

  test('html and text arrive intact, with any characters and long lines (R56)', async () => {
    const service = await open();
    const text = `Grüße\n.\n..\nFrom here = there\n  trailing  \n${'long 你好 '.repeat(500)}\nend`;
    const html = `<p>${'é😀 = '.repeat(2_000)}</p>`;
    const { raw, mail } = await sendAndParse(service, { text, html });
    expect(mail.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(text);
    expect(mail.html?.trimEnd()).toBe(html);
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('a file that a mail program could take for the content stays a file (R115)', async () => {
    const service = await open();
    const files = [
      { filename: 'page.html', contentType: 'text/html; charset=utf-8', text: '<h1>Not the body</h1>\r\n' },
      { filename: 'note.txt', contentType: 'text/plain; charset=utf-8', text: 'Not the body – ü\n\n.\n' },
      { filename: 'event.ics', contentType: 'text/calendar; method=REQUEST', text: 'BEGIN:VCALENDAR\n' },
      {
        filename: 'mail.eml',
        contentType: 'message/rfc822',
        text: 'Subject: Not this\r\n\r\nNot the body\r\n',
      },
    ];
    const attachmentIds = [];
    for (const { text, ...file } of files) {
      attachmentIds.push((await attach(service, { ...file, bytes: bytesOf(text) })).attachmentId);
    }
    const { mail } = await sendAndParse(service, { text: 'Body', attachmentIds });
    expect(mail.subject).toBe('Hello');
    expect(mail.text?.trim()).toBe('Body');
    expect(mail.html?.trim()).toBe('<p>Hello</p>');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(files.map(({ filename }) => filename));
    const contentTypes = files.map(({ contentType }) => contentType);
    mail.attachments.forEach(({ content }, index) => {
      const lines = (text = '') =>
        contentTypes[index] === 'message/rfc822' ? text.trimEnd().replaceAll('\r', '') : text;
      expect(lines(new TextDecoder().decode(content as ArrayBuffer))).toBe(lines(files[index]?.text));
    });
  });

  test.each([
    ['7bit', 'Subject: Inner\r\n\r\nHi\r\n'],
    ['7bit', 'Subject: Inner\n\nHi\n'],
    ['7bit', `Subject: Inner\r\n\r\n${'long '.repeat(400)}\r\n`],
    ['8bit', 'Subject: Inner\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n'],
    ['8bit', 'Subject: Inner\r\n\r\n\xff\0\xfe\r\n'],
  ])(
    'an attached mail travels in %s, with CRLF at the end of its lines (RFC 2046, R115)',
    async (encoding, text) => {
      const service = await open();
      const bytes = text.includes('\xff') ? Uint8Array.from(text, (one) => one.charCodeAt(0)) : bytesOf(text);
      for (const contentType of [
        'message/rfc822',
        'MESSAGE/RFC822; x=y',
        'message/global',
        'multipart/mixed; boundary=x',
      ]) {
        const { attachmentId } = await attach(service, { filename: 'inner.eml', contentType, bytes });
        await send(service, { attachmentIds: [attachmentId] });
        const raw = service.sandbox.mailbox.latest({})?.raw() ?? new Uint8Array();
        const latin = Array.from(raw, (byte) => String.fromCharCode(byte)).join('');
        const inner = Array.from(bytes, (byte) => String.fromCharCode(byte))
          .join('')
          .replaceAll(/\r?\n/g, '\r\n');
        expect(latin).toContain(`\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${inner}\r\n--=_mixed_`);
      }
    },
  );

  test('a mail that has the boundary of the one around it stays whole (R115)', async () => {
    const first = await open();
    const note = await attach(first);
    const { raw } = await sendAndParse(first, { attachmentIds: [note.attachmentId] });
    const second = await open();
    const file = { filename: 'first.eml', contentType: 'message/rfc822', bytes: bytesOf(raw) };
    const { attachmentId } = await attach(second, file);
    const { mail } = await sendAndParse(second, { attachmentIds: [attachmentId] });
    expect(mail.attachments).toHaveLength(1);
    const inner = new TextDecoder().decode(mail.attachments[0]?.content as ArrayBuffer);
    expect(inner.trimEnd().replaceAll('\r', '')).toBe(raw.trimEnd().replaceAll('\r', ''));
  });

  test('a file that looks like a part of the message breaks nothing (R115)', async () => {
    const service = await open();
    const first = await attach(service);
    const { raw } = await sendAndParse(service, { attachmentIds: [first.attachmentId] });
    const boundary = /boundary="?([^";\r\n]+)/i.exec(raw)?.[1];
    expect(boundary).toBeTruthy();
    const text = `before\n--${boundary}\nContent-Type: text/plain\n\ninjected\n--${boundary}--\nafter`;
    const bytes = new TextEncoder().encode(text);
    const second = await attach(service, { contentType: 'text/plain', filename: 'a.txt', bytes });
    const { mail } = await sendAndParse(service, { text, attachmentIds: [second.attachmentId] });
    expect(mail.attachments).toHaveLength(1);
    expect(new Uint8Array(mail.attachments[0]?.content as ArrayBuffer)).toEqual(bytes);
  });
});
