/** The one email that every server of the benchmark takes. */
export const email = {
  from: 'ada@example.com',
  to: 'grace@example.org',
  subject: 'Welcome',
  html: '<p>Welcome, Grace</p>',
};
