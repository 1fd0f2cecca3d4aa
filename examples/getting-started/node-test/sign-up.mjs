// sign-up.mjs
/** Sends a new user a code to confirm their address. */
export async function signUp(mail, to, code) {
  await mail.emails.send({
    from: 'hello@example.com',
    to,
    subject: 'Confirm your address',
    text: `Your code is ${code}.`,
  });
}
