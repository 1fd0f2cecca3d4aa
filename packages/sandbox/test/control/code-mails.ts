/** A mail in the manner of a real template, and the codes that a reader sees in it. */
export interface CodeMail {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly codes: readonly string[];
}

/** A page as builders of mail write it, around what differs. */
const page = (content: string, footer = 'Acme Inc., 500 Howard Street, San Francisco, CA 94105') =>
  `<!doctype html><html lang="en"><head><title></title><style>p{font-size:14px;line-height:2026%}</style></head>
<body><div style="display:none">Preview &zwnj;&nbsp;&zwnj;&nbsp;</div><table role="presentation"><tr><td>${content}</td></tr>
<tr><td><p>${footer}</p><p>&copy; 2026 Acme. All rights reserved.</p></td></tr></table></body></html>`;

/** What stands in a card of its own in many templates. */
const card = (code: string) => `<div style="font-size:32px;letter-spacing:6px">${code}</div>`;

export const codeMails: readonly CodeMail[] = [
  // Numbers that are no codes.
  {
    subject: 'Reset your password',
    html: page(`<h1>2026</h1><p>Choose a new password within 60 minutes.</p>`),
    codes: [],
  },
  {
    subject: 'Password reset code requested',
    html: page(`<h1 style="font-size:64px">2026</h1><a href="https://a.example/r?code=493017">Reset</a>`),
    codes: [],
  },
  {
    subject: 'Your receipt',
    text: 'Order number: 482913\nTotal: 1999 EUR\nCard ending in 4242\nThank you, Acme, 10115 Berlin',
    codes: [],
  },
  {
    subject: 'Order #55012 has shipped',
    html: page('<p>Tracking number</p><p>18204417</p><p>Questions? Call 555-0100 or 1800 5551</p>'),
    codes: [],
  },
  {
    subject: 'Weekly numbers',
    html: page('<h1>Visitors</h1><h2 style="font-size:40px">48213</h2><p>Up from 41022 in 2025.</p>'),
    codes: [],
  },
  {
    subject: 'Ihre Rechnung 2026-1043',
    text: 'Rechnung Nr. 104377\nKundennummer: 883120\nBetrag: 120,00 EUR\nAcme GmbH, Postfach 4410, 80331 München, HRB 193042',
    codes: [],
  },
  {
    subject: 'Black Friday: 20% off',
    html: page('<p>Use code</p><h2>SAVE2026</h2><p>at checkout for 20% off your order over 1000 USD.</p>'),
    codes: [],
  },
  {
    subject: 'Un code promo pour vous',
    text: 'Votre code promo : BIENVENUE10\nValable jusqu’au 31/12/2026 sur les commandes de plus de 5000 points.',
    codes: [],
  },
  {
    subject: 'Tu pedido 778812',
    text: 'Hola, tu pedido 778812 llega mañana. Código postal 28013 Madrid. Teléfono 912 345 678.',
    codes: [],
  },
  {
    subject: 'New sign-in to your account',
    html: page('<p>We noticed a sign-in from 203.0.113.20 at 10:42 on May 4, 2026 with device 884213.</p>'),
    codes: [],
  },
  {
    subject: 'Booking confirmed',
    html: page(
      '<table><tr><td>Booking reference</td><td>839201</td></tr><tr><td>Flight</td><td>LH 2026</td></tr></table>',
    ),
    codes: [],
  },
  {
    subject: 'Invoice INV-10023',
    text: 'Invoice INV-10023 is due.\nAccount: 5567812\nSort code: 20-32-53\nSWIFT code: DEUTDEFF',
    codes: [],
  },
  {
    subject: 'ご注文ありがとうございます',
    text: '注文番号：20481234\n郵便番号 1500001\n電話 0312345678\n合計 12800円',
    codes: [],
  },
  {
    subject: '您的订单已发货',
    text: '订单号：20481234，邮政编码 100080，金额 1280 元，客服电话 4008001234。',
    codes: [],
  },
  {
    subject: 'Welcome to Acme',
    html: page(
      '<p>Join 25000 developers who shipped with us since 2019. Error code 5003? Read our docs.</p>',
    ),
    codes: [],
  },
  {
    subject: 'Confirm your subscription',
    html: page(
      '<a href="https://a.example/confirm/889123">Confirm</a><p>If you did not request this, ignore this email. Ticket 771230.</p>',
      'Acme<br>94105<br>USA',
    ),
    codes: [],
  },
  {
    subject: 'Code review requested',
    text: 'Ada requested your review on pull request #4821: "Handle error code 4040". 1204 lines added in commit a1b2c3d.',
    codes: [],
  },
  // English.
  {
    subject: 'Sign in',
    text: 'Hello user 3777, your code is 203777. It expires in 10 minutes. © 2026 Acme',
    codes: ['203777'],
  },
  { subject: 'Hello', html: page('<p>Hello user 3777, your code is 203777</p>'), codes: ['203777'] },
  {
    subject: 'Confirmation code: DJZ-TLX',
    html: page(
      `<h1>Confirm your email address</h1><p>Your confirmation code is below. Enter it in your open browser window.</p>${card('DJZ-TLX')}<p>If you didn’t request this email, ignore it.</p>`,
    ),
    codes: ['DJZ-TLX'],
  },
  {
    subject: 'Your Acme verification code',
    html: page(
      `<p>Verification code</p>${card('596853')}<p>(This code is valid for 10 minutes)</p><p>Acme will never email you and ask you to disclose your password.</p>`,
      'Amazon Way, 410 Terry Avenue North, Seattle, WA 98109-5210',
    ),
    codes: ['596853'],
  },
  {
    subject: 'Verify your identity',
    html: page(
      '<p>Enter the following code to finish linking Venmo.</p><table><tr><td><p style="font-size:32px;letter-spacing:6px">144833</p></td></tr></table><p>Not expecting this email?</p>',
    ),
    codes: ['144833'],
  },
  {
    subject: 'Your login code for Acme',
    html: page(
      '<a href="https://a.example/login">Login to Acme</a><p>This link and code will only be valid for the next 5 minutes. If the link does not work, you can use the login verification code directly:</p><code>tt226-5398x</code>',
    ),
    codes: ['tt226-5398x'],
  },
  {
    subject: 'Log in to Acme',
    html: page(
      '<p>Or, copy and paste this temporary login code:</p><code>sparo-ndigo-amurt-secan</code><p>If you didn’t try to login, you can safely ignore this email.</p>',
    ),
    codes: ['sparo-ndigo-amurt-secan'],
  },
  {
    subject: '493017 is your Acme code',
    text: 'Welcome back, Grace. Order 55512 is on its way.',
    codes: ['493017'],
  },
  {
    subject: 'G-123456 is your verification code',
    html: page('<p>Thanks for verifying your account.</p>'),
    codes: ['G-123456'],
  },
  { subject: 'Your code', text: 'Use 123-456 as your one-time code for order 88123.', codes: ['123-456'] },
  {
    subject: 'Security code',
    html: page(`<p>Here is your security code:</p>${card('123 456')}`),
    codes: ['123456'],
  },
  {
    subject: 'Verify your device',
    html: page('<p>Your PIN</p><table><tr><td>4</td><td>9</td><td>3</td><td>0</td></tr></table>'),
    codes: ['4930'],
  },
  {
    subject: 'One-time passcode',
    html: page(
      '<p>Enter this passcode:</p><table><tr><td><p>4</p></td><td><p>9</p></td><td><p>3</p></td><td><p>0</p></td><td><p>1</p></td><td><p>7</p></td></tr></table>',
    ),
    codes: ['493017'],
  },
  {
    subject: 'Your code',
    html: page('<p>Your code is <b>ABC123</b>. Call 18005551 for help.</p>'),
    codes: ['ABC123'],
  },
  {
    subject: 'Two-factor authentication',
    text: 'Your two-factor code for signing in to the Acme customer portal with your new phone is 493017.\n\nAccount: 55123412',
    codes: ['493017'],
  },
  {
    subject: 'Your backup codes',
    text: 'Your recovery codes:\n\n1111-2222\n3333-4444\n5555-6666\n\nStore them in a safe place.',
    codes: ['1111-2222', '3333-4444', '5555-6666'],
  },
  {
    subject: 'Action required',
    html: page(`${card('740182')}<p>This is your verification code. Do not share it with anyone.</p>`),
    codes: ['740182'],
  },
  {
    subject: 'Code for order 12345',
    text: 'Your code for order 12345 is 987654, and it is valid until 2027.',
    codes: ['987654'],
  },
  {
    subject: 'Sign in to Acme',
    html: page(
      `<h1>Sign in to Acme</h1>${card('493017')}<p>If you did not try to sign in, ignore this email.</p>`,
    ),
    codes: ['493017'],
  },
  {
    subject: 'Your one-time password',
    text: 'Dear customer 883120,\n\nYour one-time password is 771203.\nIt expires at 1530 on 12 May 2026.',
    codes: ['771203'],
  },
  {
    subject: 'Confirm',
    text: 'Your verification\ncode is 493017 and works once.\n\nAcme Ltd, registered in England 8829104',
    codes: ['493017'],
  },
  // Other languages.
  {
    subject: 'Dein Bestätigungscode',
    text: 'Hallo Grace,\n\ndein Bestätigungscode lautet 493017. Er gilt 10 Minuten.\n\nKundennummer 12345, 10115 Berlin',
    codes: ['493017'],
  },
  {
    subject: 'Einmalpasswort',
    html: page(`<p>Ihr Einmalpasswort für Acme:</p>${card('82 91 04')}<p>Vorgang 339182</p>`),
    codes: ['829104'],
  },
  {
    subject: 'Code de vérification',
    html: page(
      '<p>Votre code de vérification est : <strong>493017</strong></p><p>Commande 82311</p>',
      '12 rue de Rivoli, 75001 Paris',
    ),
    codes: ['493017'],
  },
  {
    subject: 'Connexion à Acme',
    text: '493017 est votre code de connexion. Il expire dans 10 minutes.',
    codes: ['493017'],
  },
  {
    subject: 'Tu código',
    text: 'Tu código de verificación es 493017. Código postal: 28013.',
    codes: ['493017'],
  },
  {
    subject: 'Acceso',
    html: page(`<p>Introduce este código para iniciar sesión:</p>${card('A7K29Q')}<p>Pedido 5512</p>`),
    codes: ['A7K29Q'],
  },
  {
    subject: 'Seu código de acesso',
    text: 'Olá! Use o código 493017 para entrar. Pedido 882133.',
    codes: ['493017'],
  },
  {
    subject: 'Il tuo codice',
    text: 'Il tuo codice di verifica è 493017. Codice fiscale 8821330.',
    codes: ['493017'],
  },
  { subject: 'Je inlogcode', html: page(`<p>Je inlogcode is</p>${card('493 017')}`), codes: ['493017'] },
  {
    subject: 'Din engångskod',
    text: 'Din engångskod är 493017. Postnummer 11122 Stockholm.',
    codes: ['493017'],
  },
  { subject: 'Vahvistuskoodi', text: 'Vahvistuskoodisi on 493017.', codes: ['493017'] },
  {
    subject: 'Kod weryfikacyjny',
    text: 'Twój kod weryfikacyjny: 493017\nKod pocztowy: 00-950',
    codes: ['493017'],
  },
  { subject: 'Doğrulama kodu', text: 'Acme doğrulama kodunuz: 493017. Sipariş 55123.', codes: ['493017'] },
  {
    subject: 'Код подтверждения',
    text: 'Ваш код подтверждения: 493017. Никому его не сообщайте. Заказ 551234.',
    codes: ['493017'],
  },
  {
    subject: 'Вход',
    html: page(
      `<p>Код для входа</p>${card('493017')}<p>Если вы не запрашивали код, проигнорируйте письмо.</p>`,
      '101000 Москва',
    ),
    codes: ['493017'],
  },
  { subject: 'رمز التحقق', text: 'رمز التحقق الخاص بك هو 493017. رقم الطلب 55123.', codes: ['493017'] },
  { subject: 'קוד אימות', html: page(`<p>קוד האימות שלך:</p>${card('493017')}`), codes: ['493017'] },
  {
    subject: '验证码',
    text: '【Acme】您的验证码是493017，10分钟内有效。订单号20481234。',
    codes: ['493017'],
  },
  {
    subject: '認証コード',
    html: page(
      `<p>認証コードは次のとおりです。</p>${card('493017')}<p>有効期限は2026年5月4日です。</p>`,
      '〒150-0001 東京都渋谷区',
    ),
    codes: ['493017'],
  },
  { subject: '인증번호', text: '[Acme] 인증번호는 493017입니다. 주문번호 20481234.', codes: ['493017'] },
  { subject: 'Mã xác minh', text: 'Mã xác minh của bạn là 493017. Mã đơn hàng 551234.', codes: ['493017'] },
  {
    subject: 'Kode verifikasi',
    text: 'Kode verifikasi Anda adalah 493017. Kode pos 10110.',
    codes: ['493017'],
  },
];
