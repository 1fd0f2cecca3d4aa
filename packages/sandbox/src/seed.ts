import type { NewAccount } from './control/accounts.ts';
import type { TemplateParts } from './control/templates.ts';

/** Keys of the default account. */
export const defaultKeys = { live: 'sk_live_sandbox', test: 'sk_test_sandbox' } as const;

/** The account that every sandbox starts with. */
export const defaultAccount: NewAccount = {
  domain: { name: 'example.com' },
  credits: 10_000,
  keys: [
    { environment: 'live', key: defaultKeys.live },
    { environment: 'test', key: defaultKeys.test },
  ],
};

const welcome: TemplateParts = {
  subject: 'Welcome, {{name}}',
  html: '<h1>Welcome, {{name}}</h1><p>You are on the {{plan}} plan.</p>',
  text: 'Welcome, {{name}}\n\nYou are on the {{plan}} plan.\n',
};

/** The templates that the default account starts with (decision A56). */
export const defaultTemplates: Readonly<Record<string, TemplateParts>> = {
  welcome,
  'welcome-template': welcome,
  receipt: {
    subject: 'Your receipt {{number}}',
    html: '<p>Thank you, {{name}}. You paid {{amount}}.</p>',
    text: 'Thank you, {{name}}. You paid {{amount}}.\n',
  },
  'subject-only': { subject: 'A note for {{name}}' },
};
