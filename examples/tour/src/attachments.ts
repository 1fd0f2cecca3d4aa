import { type Chapter, must } from './chapter.ts';

const report = new Blob(['month,revenue\n2026-01,1200\n'], { type: 'text/csv' });

/** Uploads a file and sends it. */
export const attachments: Chapter = {
  title: 'Attachments',
  steps: [
    {
      title: 'upload a file and send it',
      run: async ({ live, control }) => {
        const { id } = await live.attachments.upload(report, { filename: 'report.csv' });
        const { messageId } = await live.emails.send({
          from: 'ada@example.com',
          to: 'bob@example.org',
          subject: 'The report',
          text: 'See the attachment.',
          attachmentIds: [id],
        });
        const file = await control.attachment(messageId, 0);
        must(file === (await report.text()), 'the file arrives unchanged');
        return `report.csv arrived, ${report.size} bytes`;
      },
    },
  ],
};
