// sign-up.js
/** Sends a new user a code to confirm their address. */
exports.signUp = async (mail, to, code) => {
  await mail.emails.send({
    from: 'hello@example.com',
    to,
    subject: 'Confirm your address',
    text: `Your code is ${code}.`,
  });
};
