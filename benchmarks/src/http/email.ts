/** The email that every server in this benchmark accepts. */
export const email = {
  from: 'ada@example.com',
  to: 'grace@example.org',
  subject: 'Welcome',
  html: '<p>Welcome, Grace</p>',
};
