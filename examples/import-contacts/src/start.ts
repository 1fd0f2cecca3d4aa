import { isMailrigError, Mailrig } from 'mailrig';
import { fields, importContacts } from './import-contacts.ts';

const [path, name = 'Imported'] = process.argv.slice(2);
if (path === undefined) {
  console.error('Usage: start.ts CONTACTS.csv [LIST NAME]');
  process.exit(2);
}

const mail = new Mailrig();
const { items } = await mail.lists.list();
const { id } =
  items.find((list) => list.name === name) ?? (await mail.lists.create({ name, customFields: fields }));
let failed = 0;
try {
  const { succeeded, resumed } = await importContacts(mail, id, path, (problem) => {
    failed += 1;
    console.error(problem);
  });
  console.log(`${succeeded} imported, ${resumed} of them earlier; ${failed} failed`);
} catch (error) {
  if (!isMailrigError(error)) throw error;
  console.error(error.message);
  console.error('Start again to continue.');
  process.exitCode = 1;
}
