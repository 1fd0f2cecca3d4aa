import { isAPIError, Mailrig, type MailrigOptions } from 'mailrig';

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

// #region typed
/** The variables of each template, by its id. */
interface Templates {
  readonly welcome: { readonly name: string; readonly plan: string };
  readonly receipt: { readonly number: number; readonly total: string };
}

/** A client that does not compile with wrong variables. */
export function connect(options?: MailrigOptions): Mailrig<Templates> {
  return new Mailrig<Templates>(options);
}

export async function sendReceipt(mail: Mailrig<Templates>, to: string, number: number): Promise<void> {
  await mail.emails.send({
    from: 'hello@example.com',
    to,
    templateId: 'receipt',
    variables: { number, total: '€ 20' },
  });
}
// #endregion typed

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
