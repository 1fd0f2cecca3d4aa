import { connect, email } from '../client.ts';

const { from, to } = email;
await connect().mail.emails.send({ from, to, templateId: 'none' });
