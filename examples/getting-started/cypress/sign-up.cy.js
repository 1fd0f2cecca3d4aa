// sign-up.cy.js
beforeEach(() => {
  cy.task('mailrig:reset');
});

it('lets a visitor in with the code from the email', () => {
  cy.visit('/');
  cy.get('input[name=email]').type('grace@example.org');
  cy.contains('Sign up').click();

  cy.task('mailrig:message', { to: 'grace@example.org' }).then(({ codes }) => {
    cy.get('input[name=code]').type(`${codes[0]}{enter}`);
  });
  cy.contains('You are in');
});
