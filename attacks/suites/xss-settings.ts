// What a dealer may write into every setting, as hostile as it gets: straight into the table, past the form's rules.

const LINKS = ['INSTAGRAM', 'FACEBOOK', 'YOUTUBE', 'X', 'TIKTOK', 'LINKEDIN'].map((network) => `BRAND_${network}`)
const PICTURES = ['BRAND_LOGO', 'BRAND_LOGO_DARK', 'BRAND_EMBLEM', 'BRAND_SHARE_PICTURE']
const TEXTS = [
  ...['BRAND_HERO_OVERLINE', 'PAGES_FOOTER_LINE', 'PAGES_VEHICLE_LINE', 'PAGES_BANNER_TEXT', 'PAGES_HOME_DESCRIPTION'],
  ...['PAGES_STRENGTHS_HEADING', 'PAGES_ABOUT_HEADING', 'PAGES_ABOUT_INTRO', 'PAGES_ABOUT_STORY_HEADING'],
  ...['PAGES_ABOUT_STORY', 'LEGAL_NAME', 'LEGAL_REGISTERED_OFFICE', 'LEGAL_FCA_PRINCIPAL', 'MAIL_CLOSING_LINE'],
]
/** What has a form that the pages may rely on, and here it does not. */
const FORMED = [
  ...['PAGES_FOUNDED', 'PAGES_WHATSAPP', 'LEGAL_COMPANY_NUMBER', 'LEGAL_REGISTERED_IN', 'LEGAL_VAT_NUMBER'],
  ...['LEGAL_FCA_STATUS', 'LEGAL_FCA_NUMBER', 'LEGAL_ICO_NUMBER', 'MAIL_REPLY_TO'],
  ...['COMPANY_EMAIL_2', 'ADMIN_EMAIL', 'RECAPTCHA_SITE_KEY'],
]

/** Every text begins with its key's last word, so that it can be told where it is shown. */
export function hostileSettings(payloads: string[]): Record<string, string> {
  const all = payloads.join(' ')
  const item = (...names: string[]) =>
    JSON.stringify(payloads.slice(0, 3).map((text) => Object.fromEntries(names.map((name) => [name, text]))))
  return {
    ...Object.fromEntries(TEXTS.map((key) => [key, `${key.split('_').at(-1)} ${all}`])),
    ...Object.fromEntries(FORMED.map((key, n) => [key, payloads[n % payloads.length] ?? ''])),
    ...Object.fromEntries(LINKS.map((key) => [key, 'javascript:window.__xss=19'])),
    ...Object.fromEntries(PICTURES.map((key) => [key, '"><svg onload=window.__xss=20>'])),
    PAGES_BANNER_LINK: 'javascript:window.__xss=21',
    PAGES_BANNER_UNTIL: '2099-01-01',
    BRAND_ACCENT: '#fff}</style><script>window.__xss=22</script>',
    BRAND_HERO: item('heading', 'text', 'picture'),
    PAGES_STRENGTHS: item('title', 'icon', 'text'),
    PAGES_PROMISES: item('title', 'icon', 'text'),
    PAGES_FIGURES: item('value', 'label'),
    PAGES_FAQ: item('question', 'answer'),
    LEGAL_PROCESSORS: item('name', 'purpose'),
    NOTIFY_ALSO: item('address', 'about'),
  }
}
