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

/** What MJML and React Email write, shortened: comments for Outlook, web fonts, dark colours, a preload. */
export const generated = {
  ...newsletter,
  html: `<!doctype html>
<html lang="en" dir="ltr" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
  <title></title>
  <link rel="preload" as="image" href="https://example.com/logo.png">
  <!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml></noscript><![endif]-->
  <!--[if !mso]><!-->
  <link href="https://fonts.googleapis.com/css?family=Ubuntu:300,400" rel="stylesheet" type="text/css">
  <style type="text/css">@import url(https://fonts.googleapis.com/css?family=Ubuntu:300,400);</style>
  <!--<![endif]-->
  <style type="text/css">
    #outlook a { padding:0; }
    u + #body a { color:inherit; }
    a[x-apple-data-detectors] { color:inherit !important; }
    .button:hover { background-color:#000 !important; }
    @media (prefers-color-scheme: dark) { .card { background-color:#111 !important; color:#eee !important; } }
    [data-ogsc] .card { background-color:#111 !important; }
  </style>
</head>
<body id="body" style="margin:0;word-spacing:normal">
  <div style="display:none;font-size:1px;line-height:1px;max-height:0;opacity:0;overflow:hidden">Preview</div>
  <!--[if mso | IE]><table align="center" width="600"><tr><td style="font-size:0px"><![endif]-->
  <table align="center" class="card" role="presentation" style="width:100%"><tbody><tr><td style="font-size:0px;padding:20px 0">
    <h1 style="font-size:20px">Hello</h1>
    <p style="border-top:solid 4px #f45e43;font-size:1px;margin:0 auto;width:100%"></p>
    <!--[if mso]><v:roundrect href="https://example.com/buy" style="height:40px"><w:anchorlock/><center><![endif]-->
    <a class="button" href="https://example.com/buy?a=1&amp;b=2" style="cursor:auto;border-radius:3px;font-size:13px">Buy shoes</a>
    <!--[if mso]></center></v:roundrect><![endif]-->
    <![if !mso]><img src="https://example.com/hero.png" alt="" width="600"><![endif]>
  </td></tr></tbody></table>
  <!--[if mso | IE]></td></tr></table><![endif]-->
</body>
</html>`,
};
