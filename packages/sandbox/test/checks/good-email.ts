/** A newsletter without findings, apart from advice about clients. */
export const newsletter = {
  from: 'ada@example.com',
  to: 'bob@example.net',
  subject: 'What is new in May',
  text: 'Read it at https://example.com/news',
  headers: {
    'List-Unsubscribe': '<https://example.com/leave?id=1>, <mailto:leave@example.com>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  html: `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>News</title>
  <style>
    .button { background-color: #334488; color: #ffffff; padding: 12px 20px }
    @media (max-width: 600px) { .column { width: 100% !important } }
  </style>
  <!--[if mso]><style>td { font-family: Arial }</style><![endif]-->
</head>
<body style="margin: 0; padding: 0">
  <div style="display: none; font-size: 1px">What we made this month</div>
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    <tr><td align="center">
      <h1 style="font-size: 24px">What is new</h1>
      <h2>For you</h2>
      <p style="font-size: 14px">Hello Bob, read <a href="https://example.com/news">the whole story</a>.</p>
      <a href="https://example.com/"><img src="https://example.com/hero.png" alt="Our office" width="600"></a>
      <table><tr><th scope="col">Plan</th></tr><tr><td>Pro</td></tr></table>
      <p><a href="mailto:help@example.com">Ask us</a> or <a href="https://example.com/leave?id=1">unsubscribe</a>.</p>
    </td></tr>
  </table>
</body>
</html>`,
};

/** A short mail in Arabic. */
export const arabic = {
  from: 'ada@example.com',
  to: 'bob@example.net',
  subject: 'مرحبا بك',
  text: 'رمزك هو 123456',
  html: '<div lang="ar" dir="rtl"><h1>مرحبا</h1><p>رمزك هو 123456. <a href="https://example.com/ar">تأكيد الحساب</a></p></div>',
};
