import { isAPIError, type Mailrig } from 'mailrig';

// #region send
export async function welcome(mail: Mailrig, to: string, name: string): Promise<void> {
  await mail.emails.send({
    from: 'hello@example.com',
    to,
    templateId: 'welcome',
    variables: { name, plan: 'Pro' },
  });
}
// #endregion send

// #region subject
export async function welcomeBack(mail: Mailrig, to: string, name: string): Promise<void> {
  await mail.emails.send({
    from: 'hello@example.com',
    to,
    templateId: 'welcome',
    subject: `Good to see you again, ${name}`,
    variables: { name, plan: 'Pro' },
  });
}
// #endregion subject

// #region missing
/** Lists the variables that the template needs and did not get. */
export async function missingVariables(mail: Mailrig): Promise<readonly string[]> {
  try {
    await mail.emails.send({ from: 'hello@example.com', to: 'grace@example.org', templateId: 'welcome' });
    return [];
  } catch (error) {
    if (isAPIError(error, 'TEMPLATE_RENDER_ERROR')) return error.details?.missing ?? [];
    throw error;
  }
}
// #endregion missing
