/**
 * The words around a one-time code in a language. Words are in lower case, without accents on Latin, Greek and Cyrillic
 * letters unless that would make them another word; `*` stands for any letters, `_` for a blank; the rest is a pattern.
 */
interface Language {
  /** Name a one-time code: “code”, “PIN”, “認証番号”. */
  readonly code: string;
  /** Name a code in several words: “one-time password”. */
  readonly phrase?: string;
  /** Belong to such mail without naming the code: “verification”, “password”. */
  readonly hint?: string;
  /** Name another number: “order”, “customer”. */
  readonly other?: string;
  /** Announce the number, or refer to it: “is”, “lautet”. */
  readonly link?: string;
  /** May stand between such a word and its number: “no.”, “votre”. */
  readonly filler?: string;
  /** The number after them is a time, a place or a recipient: “in”, “until”, “to”. */
  readonly before?: string;
  /** Ask for the number: “enter”, “use”. */
  readonly verb?: string;
  /** Contain a word for a code, and name something else: “barcode”. */
  readonly otherCode?: string;
  /** Give a word for a code another meaning: “promo code”, “code postal”. */
  readonly qualifier?: string;
  /** Are about a discount: a code in such a sentence is for a shop. */
  readonly discount?: string;
  /** Are about unrequested mail, or about how long a code is valid: no code follows. */
  readonly warning?: string;
  /** Follow a number that counts something: “minutes”, “年”. */
  readonly unit?: string;
  /** Stand between codes side by side: “or”, “und”. */
  readonly joiner?: string;
}

/** The languages in which codes are found, by their English names. */
export const codeLanguages = {
  Afrikaans: { code: 'kodes *kode', link: 'is' },
  Albanian: { code: 'kod kodi kodin kodit kode kodet', link: 'eshte' },
  Amharic: { code: 'ኮድ*' },
  Arabic: {
    code: '*رمز* رموز* *كود*',
    hint: 'أمان تحقق التحقق التأكيد',
    other: 'طلب الطلب طلبك فاتورة هاتف حساب',
    link: 'هو هي',
    qualifier: 'البريدي',
    discount: '*خصم*',
  },
  Armenian: { code: 'կոդ կոդը կոդի կոդն կոդով կոդեր* ծածկագ*', link: 'է' },
  Assamese: { code: 'কোড*' },
  Azerbaijani: { code: 'kodu kodunu kodunuz*', hint: 'tesdiq* giris' },
  Basque: { code: '*kodea *kodeak *kodearen kodez' },
  Belarusian: { code: 'код кода кодам' },
  Bengali: { code: 'কোড* ওটিপি' },
  Bosnian: { code: 'kod kodom' },
  Bulgarian: { code: 'код кодът кода', link: 'е' },
  Burmese: { code: '*ကုဒ်* *ကုတ်*' },
  Catalan: { code: 'codi codis', link: 'es', hint: 'verificacio' },
  Chinese: {
    code: '*验证码* *驗證碼* *校验码* *校驗碼* *动态码* *動態碼* *动态密码* *動態密碼* *安全码* *安全碼* *确认码* *確認碼* *认证码* *認證碼* *授权码* *授權碼* *登录码* *登錄碼* *登入碼* *一次性密码* *一次性密碼* *代码* *代碼* *备用码* *備用碼* *备份码* *備份碼* *恢复码* *恢復碼* *激活码* *啟用碼* *口令*',
    hint: '*密码* *密碼*',
    other: '*订单* *訂單* *发票* *發票* *客户* *客戶* *会员* *會員* *电话* *電話* *邮编*',
    link: '*是 *为 *為',
    filler: '您的 您 的 号码 號碼 編號 编号',
    otherCode: '*优惠码* *優惠碼* *邮政编码* *邮政代码* *错误代码* *錯誤代碼* *源代码* *二维码*',
    discount: '*优惠* *優惠* *折扣*',
    warning: '*如果不是* *如非* *忽略* *有效* *过期* *過期*',
    unit: '年* 分* 秒* 元* 人* 件* 天* 小时* 小時*',
    joiner: '和 或 或者',
  },
  Croatian: { code: 'kod koda kodom kodovi kodove', hint: 'sifra sifre', link: 'je' },
  Czech: {
    code: 'kod kodu kodem kody',
    verb: 'zadejte pouzijte',
    phrase: 'jednorazove_heslo docasne_heslo',
    hint: 'heslo overovac* overen* overil* overit potvrd* prihlas*',
    other: 'objednavk*',
    link: 'je',
    warning: 'nezadali neozvali ignor*',
    joiner: 'a nebo',
  },
  Danish: {
    code: 'engangsadgangskode* koder *kode *koden',
    verb: 'indtast brug',
    phrase: 'midlertidig_adgangskode',
    otherCode: 'postkode* rabatkode* rabattkode* kampanjekode* promokode*',
    hint: 'adgangs* bekraeft* bekræft*',
    link: 'er',
    warning: 'ikke_bedt udløber',
    joiner: 'og eller',
  },
  Dutch: {
    code: '*code *codes pincode toegangscode',
    phrase: 'eenmalig_wachtwoord eenmalige_wachtwoord tijdelijk_wachtwoord',
    hint: 'wachtwoord bevestig* inlog*',
    other: 'factuur* klant* telefoon*',
    filler: 'uw je van voor het',
    verb: 'voer gebruik vul',
    qualifier: 'korting*',
    discount: 'korting*',
    otherCode: 'postcode* kortingscode*',
    warning: 'niet_aangevraagd negeer verloopt geldig',
    joiner: 'en of',
  },
  English: {
    code: 'onetimepassword code codes passcode* *codes *code otp otps totp pin pins pincode* tan',
    phrase: 'one_time_password* one_time_passphrase single_use_password* temporary_password* digit_number',
    hint: 'verif* confirm* authenti* one onetime time 2fa mfa security access login log sign signin password token usage unique temporary backup recovery',
    other:
      'order orders invoice invoices receipt receipts ticket tickets case ref reference account accounts acct customer customers client clients user users member members tracking trackid shipment shipments parcel booking reservation zip postal phone tel telephone fax call mobile sms street str suite ste box room floor flight gate card ending version build release year since copyright serial sku item product article model vat tax abn ext extension extn id ids page line port error total subtotal amount balance point points score rank steps visitors views followers device transaction txn payment contract policy registration license licence batch lot claim hotline siren iban bic ©* №* #*',
    link: 'is are as',
    filler: 'number num no nr n o your you the a this here now following below my our',
    before: 'to at in by until till since before after from than over about around',
    verb: 'enter use type input',
    otherCode:
      'barcode* qrcode* postcode postcodes zipcode* promocode* giftcode* vouchercode* bonuscode* unicode encode decode sourcecode* geocode vscode opencode leetcode xcode gitcode *areacode* *ordercode* *productcode* *errorcode* *trackingcode* *statuscode*',
    qualifier:
      'of line lines zip post postal promo* discount coupon voucher gift referral area country dial* error status exit http tracking qr bar source dress product item sku order booking reservation swift sort bank currency language tax iso morse building color colour hex',
    discount:
      'checkout discount discounts coupon coupons voucher vouchers promo* sale save_up save_on save_big save_\\d{1,3}% save_[$€£] %_off off_your free_shipping black_friday gift_card referral',
    warning:
      "didn't didn’t did_not haven't haven’t have_not never wasn't wasn’t not_you ignore disregard never_share do_not_share don't don’t expires expire",
    unit: 'minute minutes min mins hour hours second seconds day days user users people step steps point points item items view views visitor visitors follower followers km kg kb mb gb px pm am usd gbp dollar dollars times miles characters orders credits tokens email emails message messages members new line lines result results street st avenue ave road rd boulevard blvd lane drive',
    joiner: 'and or',
  },
  Esperanto: { code: 'kodo kodon', link: 'estas' },
  Estonian: { code: 'koodid *kood *koodi *koodiga', hint: 'parool*', link: 'on' },
  Finnish: {
    code: 'kertakayttosalasana* koodit *koodi *koodin *koodisi *koodia *kooditunnus',
    verb: 'syota kayta anna',
    hint: 'tunnusluku salasana* vahvista*',
    link: 'on',
    filler: 'sinun',
    joiner: 'ja tai',
  },
  French: {
    code: 'code codes',
    phrase:
      'mot_de_passe_a_usage_unique mots_de_passe_a_usage_unique mot_de_passe_temporaire mot_de_passe_provisoire',
    hint: 'securite acces connexion passe mot provisoire temporaire temporaires verification',
    other:
      'commande facture factures compte utilisateur membre suivi reference telephone siret carte reservation',
    link: 'est comme',
    filler: 'votre vos ton le un du de pour',
    before: 'avant apres depuis jusqu',
    verb: 'saisis* entrez utilisez saisissez',
    qualifier:
      'postal postale barres barre produit commande fiscal fiscale reduction remise suivi pays erreur promo*',
    discount: 'reduction reductions remise',
    warning: "n’avez_pas n'avez_pas n’etes_pas n'etes_pas ne_partagez valable expire ignorez",
    unit: 'heures secondes jours',
    joiner: 'et ou',
  },
  Galician: { code: 'codigo codigos' },
  Georgian: { code: 'კოდ*', link: 'არის' },
  German: {
    code: '*code *codes *codewort einmalpasswort einmalkennwort',
    hint: 'bestatig* einmal* sicherheit* zugang* anmelde* passwort kennwort verifizier*',
    other:
      'bestell* auftrag* rechnung* vorgang* referenz* konto* kunden* benutzer* mitglied* sendung* paket* buchung* reservierung* plz telefon* handy strasse postfach zimmer flug karte endet endend jahr seriennummer artikel* ust* hrb durchwahl seite fehler summe betrag guthaben punkte transaktion zahlung vertrag* police',
    link: 'ist lautet sind als',
    filler: 'nummer dein ihr deine ihre von fur der die das zur zum den sie',
    before: 'vor nach bis um ab seit',
    verb: 'gib geben verwende* nutze* gebe eingeben',
    qualifier: 'poststempel',
    otherCode:
      'gutscheincode* rabattcode* aktionscode* *landcode* *artikelcode* *fehlercode* *produktcode* quellcode*',
    discount: 'rabatt* gutschein*',
    warning: 'nicht_angefordert nicht_selbst ignorier* teile gultig lauft',
    unit: 'minuten stunde stunden tag tage tagen sekunden uhr zeichen punkte',
    joiner: 'und oder',
  },
  Greek: { code: 'κωδικος κωδικο κωδικου κωδικοι κωδικους κωδικων *κωδικος *κωδικο', link: 'ειναι' },
  Gujarati: { code: 'કોડ* ઓટીપી' },
  'Haitian Creole': { code: 'kod', filler: 'ou' },
  Hebrew: {
    code: 'קוד הקוד לקוד בקוד קודים הקודים קודך',
    hint: 'התחברות אימות',
    other: 'הזמנה טלפון',
    link: 'הוא',
    otherCode: 'מיקוד',
  },
  Hindi: { code: 'कोड* ओटीपी*', link: 'है' },
  Hungarian: {
    code: 'kodok *kod *kodot *kodja *kodjat *kodod *kododat *koddal',
    hint: 'jelszo* megerosit* belepes*',
    other: 'rendeles*',
    filler: 'az',
    warning: 'hagyja_figyelmen nem_te',
    joiner: 'es vagy',
  },
  Icelandic: { code: '*koði *koða *koðinn *koðann *koðanum *koðar', link: 'er' },
  Indonesian: {
    code: 'kode',
    verb: 'masukkan gunakan',
    hint: '*verifikasi*',
    other: 'pesanan',
    link: 'adalah ialah',
    filler: 'anda kamu',
  },
  Irish: { code: 'cod coid choid chod chodanna coidanna', joiner: 'agus no' },
  Italian: {
    code: 'codice codici',
    phrase: 'password_monouso password_temporanea password_usa_e_getta',
    hint: 'sicurezza accesso conferma* accedere',
    other: 'ordine conto utente fattura riferimento telefono prenotazione',
    link: 'e come sono',
    filler: 'tuo il lo di del della da per',
    before: 'fino entro',
    verb: 'inserisci usa immetti digita utilizza',
    qualifier: 'postale prodotto ordine fiscale sconto prenotazione barre',
    discount: 'sconto sconti',
    warning: 'non_hai_richiesto scade ignora',
    unit: 'minuti',
    joiner: 'e o oppure',
  },
  Japanese: {
    code: '*コード* *認証番号* *確認番号* *暗証番号* *ワンタイム*',
    hint: '*パスワード*',
    other: '*注文* *請求* *お客様* *予約* *会員* *伝票*',
    link: '*は *が *です*',
    filler: 'あなたの 番号',
    otherCode: '*クーポンコード* *バーコード* *注文コード* *郵便* *エラーコード* *ソースコード*',
    discount: '*クーポン* *割引*',
    warning: '*心当たり* *有効期限*',
    unit: '年* 分* 秒* 円* 人* 件* ポイント*',
    joiner: 'と または',
  },
  Kannada: { code: 'ಕೋಡ* ಒಟಿಪಿ' },
  Kazakh: { code: 'код коды кодын кодыныз* кодыңыз*' },
  Khmer: { code: '*កូដ* *លេខសម្ងាត់*' },
  Korean: {
    code: '*코드* *인증번호* *확인번호* *보안번호* *일회용*',
    hint: '*인증* *비밀번호*',
    other: '*주문* *송장* *우편* *전화* *예약* *고객* *회원*',
    link: '*은 *는 *이 *가 *입니다*',
    filler: '번호',
    otherCode: '*쿠폰코드* *우편번호*',
    discount: '*할인* *쿠폰*',
    warning: '*무시* *본인이* *만료*',
    unit: '분* 초* 년* 원* 명* 일* 시간*',
    joiner: '또는',
  },
  Kurdish: { code: 'koda kode کۆد* *كۆد*' },
  Kyrgyz: { code: 'код*', otherCode: 'кодекс* кодиров* кодиру* кодер*' },
  Lao: { code: '*ລະຫັດ*' },
  Latvian: { code: 'kods kodu koda kodi kodus', hint: 'parole*' },
  Lithuanian: { code: 'kodas koda kodo kodu kodai kodus' },
  Luxembourgish: { code: 'code' },
  Macedonian: { code: 'код кодот', link: 'е' },
  Malay: { code: 'kod' },
  Malayalam: { code: 'കോഡ* ഒടിപി*' },
  Maltese: { code: 'kodici kodiċi' },
  Marathi: { code: 'कोड* ओटीपी*' },
  Mongolian: { code: 'код кодыг кодоо кодын' },
  Nepali: { code: 'कोड* ओटीपी*' },
  Norwegian: {
    code: 'engangspassord* koder *kode *koden',
    hint: 'passord bekreft*',
    other: 'kund* faktura* ordre*',
    link: 'er',
    filler: 'din ditt til inn',
    verb: 'bruk skriv',
    warning: 'ikke_bedt utløper',
    joiner: 'og eller',
  },
  Odia: { code: 'କୋଡ* ଓଟିପି*' },
  Pashto: { code: '*کوډ*' },
  Persian: {
    code: '*کد* *رمز*',
    other: 'سفارش',
    link: 'است',
    otherCode: '*کدپستی*',
    qualifier: 'پستی',
  },
  Polish: {
    code: 'kod kodu kodem kody kodow',
    phrase: 'jednorazowe_hasło jednorazowe_haslo hasło_jednorazowe haslo_jednorazowe',
    hint: 'hasło weryfikac* potwierdz* zweryfik*',
    other: 'zamowien* konto klient*',
    link: 'jest',
    filler: 'twoj',
    verb: 'wpisz wprowadz',
    qualifier: 'pocztow* rabat*',
    discount: 'rabat* znizk*',
    warning: 'nie_prosi zignoruj wygasa',
    joiner: 'i lub albo',
  },
  Portuguese: {
    code: 'codigo codigos *codigo *codigos',
    phrase: 'senha_de_uso_unico senha_unica senha_temporaria palavra_passe_de_utilizacao_unica',
    hint: 'senha seguranca acesso unico uso entrar',
    other: 'pedido pedidos fatura conto conta clientes usuario cep telefone cartao reserva',
    link: 'e sao como',
    filler: 'seu sua o do da de numero',
    before: 'antes',
    verb: 'digite insira use introduza utilize',
    qualifier: 'desconto postal produto pedido barras rastreo reserva',
    discount: 'desconto descontos cupom',
    warning: 'nao_solicit* ignora* vence valido',
    unit: 'minutos horas segundos dias',
    joiner: 'e ou',
  },
  Punjabi: { code: 'ਕੋਡ* ਓਟੀਪੀ' },
  Romanian: {
    code: 'cod codul codului coduri codurile',
    verb: 'introduceti introdu folositi',
    hint: 'parola acces',
    other: 'comanda factura client',
    link: 'este e',
    filler: 'dvs tau dumneavoastra de',
    qualifier: 'postal post',
    warning: 'expira',
    joiner: 'si sau',
  },
  Russian: {
    code: 'код кода коду кодом коде коды кодов пин *код',
    phrase: 'одноразовыи_пароль одноразового_пароля временныи_пароль',
    hint: 'подтверд* пароль доступа безопасности',
    other: 'заказ* счет* клиент* телефон* индекс пользовател*',
    link: 'это',
    filler: 'ваш твои',
    before: 'до после с',
    verb: 'введите используите',
    otherCode: 'промокод* штрихкод*',
    qualifier: 'почтовыи почтовый товара заказа',
    discount: 'скидк* промокод*',
    warning: 'не_запрашивал* игнорир* истекает деиств*',
    unit: 'минут* секунд* руб час часов днеи',
    joiner: 'и или',
  },
  Serbian: { code: 'код кода кодом kod koda kodom', link: 'је je' },
  Sindhi: { code: '*ڪوڊ*' },
  Sinhala: { code: 'කේත* කේතය*' },
  Slovak: { code: 'kod kodu kodom kody kodov', verb: 'zadajte pouzite', hint: 'heslo overovac*', link: 'je' },
  Slovenian: { code: 'koda kodo kode kodi', hint: 'geslo', link: 'je' },
  Somali: { code: 'koodhka koodh' },
  Spanish: {
    code: 'codigo codigos *codigo *codigos',
    phrase:
      'contrasena_de_un_solo_uso contrasena_de_uso_unico clave_de_un_solo_uso contrasena_temporal contrasena_unica',
    hint: 'seguridad contrasena clave unico uso acceso sesion',
    other: 'pedidos referencia cuenta cliente facturas factura tarjeta telefono reserva',
    link: 'es son como',
    filler: 'tu su el de del para numero un',
    before: 'antes hasta desde',
    verb: 'ingresa introduce usa utiliza introduzca ingrese escribe utilice',
    qualifier:
      'descuento cupon postal barras producto pedido reservacion reserva seguimiento rastreo pais error',
    discount: 'descuento descuentos cupon',
    warning: 'no_solicit* no_has_solicit* no_fuiste no_compartas caduca vence',
    unit: 'minutos horas segundos dias',
    joiner: 'y o',
  },
  Swahili: { code: 'msimbo*', link: 'ni' },
  Swedish: {
    code: 'engangslosen* kod koder *kod *koden *koder',
    hint: 'losenord lozenkod engangs* bekrafta*',
    other: 'kund* faktura* order*',
    link: 'ar',
    filler: 'din ditt',
    verb: 'ange anvand',
    otherCode: 'kampanjkod* rabattkod* streckkod*',
    qualifier: 'rabatt*',
    warning: 'har_inte utgar giltig',
    joiner: 'och eller',
  },
  Tagalog: { code: 'kodigo' },
  Tajik: { code: 'рамз рамзи' },
  Tamil: { code: '*குறியீ* கோட்* ஓடிபி' },
  Tatar: { code: 'коды кодны' },
  Telugu: { code: 'కోడ* ఓటీపీ*' },
  Thai: { code: '*รหัส*', otherCode: '*ไปรษณีย์*', link: '*คือ', hint: '*ผ่าน*' },
  Turkish: {
    code: 'kod kodu kodun kodunu kodunuz kodunuzu kodlar kodlari kodları pinkod',
    phrase: 'tek_kullanımlık_sifre* tek_kullanimlik_sifre* tek_kullanımlık_parola* tek_kullanimlik_parola*',
    hint: 'dogrulama sifre* parola tek onayla*',
    other: 'siparis* hesap musteri*',
    filler: 'icin bu',
    verb: 'girin kullanin',
    qualifier: 'indirim* kampanya promosyon posta',
    otherCode: 'barkod*',
    discount: 'indirim*',
    warning: 'paylasma* gecerli',
    unit: 'dakika saat saniye gun',
    joiner: 've veya',
  },
  Ukrainian: {
    code: 'код коду кодом коди кодів',
    verb: 'введіть використаите',
    phrase: 'одноразовии_пароль тимчасовии_пароль',
    other: 'замовлення',
    hint: 'пароль підтверд*',
  },
  Urdu: { code: '*کوڈ*', link: 'ہے' },
  Uyghur: { code: '*كود*' },
  Uzbek: { code: 'kod kodi kodini kodni kodingiz* kodlar* коди кодингиз*', hint: 'tasdiqlash' },
  Vietnamese: {
    code: 'mã',
    verb: 'nhap dung',
    hint: 'xac minh',
    other: 'đơn hàng',
    link: 'la',
    filler: 'cua ban bạn của',
    qualifier: 'bưu giảm đơn',
  },
  Welsh: { code: 'cod codau' },
} as const satisfies Readonly<Record<string, Language>>;

/** A kind of words. */
export type WordKind = keyof Language;

/** The kinds whose words may be anywhere in a text; the others are whole words. */
const phrases: ReadonlySet<WordKind> = new Set(['phrase', 'discount', 'warning']);

/** All kinds of words in the tables. */
export const wordKinds = [
  ...new Set(Object.values(codeLanguages).flatMap(Object.keys)),
] as readonly WordKind[];

/** A test for the words of one kind, whose pattern is made when it is first used: most programs need none. */
export function wordsOf(kind: WordKind): Pick<RegExp, 'test'> {
  let made: RegExp | undefined;
  return { test: (text) => (made ??= patternOf(kind)).test(text) };
}

/** The pattern for the words of one kind in all languages. */
export function patternOf(kind: WordKind): RegExp {
  const rows: readonly Language[] = Object.values(codeLanguages);
  const forms = new Set(rows.flatMap((row) => row[kind]?.split(' ') ?? []));
  const either = (starts: boolean, ends: boolean) => {
    const fitting = [...forms].filter(
      (form) => form.startsWith('*') === starts && form.endsWith('*') === ends,
    );
    const texts = fitting.map((form) => form.replaceAll('*', '').replaceAll('_', String.raw`\s{1,3}`));
    return texts.length === 0 ? '(?!)' : texts.join('|');
  };
  const [before, after] = phrases.has(kind)
    ? [String.raw`(?<![\p{L}\p{M}])`, String.raw`(?![\p{L}\p{M}])`]
    : ['^', '$'];
  return new RegExp(
    [
      `${before}(?:${either(false, false)})${after}`,
      `${before}(?:${either(false, true)})`,
      `(?:${either(true, false)})${after}`,
      either(true, true),
    ].join('|'),
    'u',
  );
}
