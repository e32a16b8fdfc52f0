// Every setting of the site, once: pages, the back office's form, mails and the database's policy follow from this list.
// A new setting is a line here and two rows in supabase/schemas/reference-rows.sql (docs/guide.md);
// supabase/tests/settings.test.ts fails where one of the two is missing.

import { DEFAULT_ACCENT } from './accent.ts'
import { LEAD_KINDS, LEADS } from './lead-kinds.ts'
import { COMPANY_NUMBER, FCA_STATUSES, FIRM_REFERENCE, ICO_NUMBER, REGISTERED_IN, VAT_NUMBER } from './legal.ts'
import {
  ABOUT_WORDS,
  CLAIM_ICONS,
  FAQ_WORDS,
  FIGURES,
  HERO_WORDS,
  HOME_WORDS,
  MARKDOWN_HINT,
  PROMISES,
  STAND_INS_HINT,
  STRENGTHS,
} from './page-words.ts'
import type { Network } from './profiles.ts'

/**
 * 'lines' is a text that pages break at its commas; 'switch' is kept as the text true or false; 'colour' is one of
 * six hexadecimal figures; 'profile' the dealer's page on a network; 'items' is a list of small
 * records, kept as JSON, whose fields the setting names; 'markdown' is parsed by the server; 'date' is a day as 2026-12-24;
 * 'link' a path of the site or an address; 'choice' one of its options; 'picture' the address of a picture of the brand.
 */
export type SettingType =
  | 'text'
  | 'email'
  | 'phone'
  | 'lines'
  | 'site-key'
  | 'switch'
  | 'colour'
  | 'profile'
  | 'items'
  | 'markdown'
  | 'date'
  | 'link'
  | 'choice'
  | 'picture'

/** Visitors' settings stand on public pages; 'service' ones are for the server alone. Who may not read may not write. */
export type SettingReader = 'visitor' | 'admin' | 'service'

/**
 * The back office's tabs. What stands on a published one is saved all at once as a version: it can be looked at before, and
 * taken back afterwards.
 */
export const SETTING_TABS = {
  company: { title: 'Company', isPublished: false },
  brand: { title: 'Brand', isPublished: true },
  pages: { title: 'Pages', isPublished: true },
  legal: { title: 'Legal', isPublished: true },
  notifications: { title: 'Notifications', isPublished: false },
} as const

export type SettingTab = keyof typeof SETTING_TABS

/** The parts of the tabs' forms, in their order. */
export const SETTING_GROUPS = {
  company: { title: 'Company', tab: 'company' },
  checks: { title: 'Notifications and checks', tab: 'company' },
  logo: { title: 'Logo', tab: 'brand' },
  look: { title: 'Look', tab: 'brand' },
  hero: { title: 'Welcome on the home page', tab: 'brand' },
  profiles: { title: 'Elsewhere', tab: 'brand' },
  frame: { title: 'On every page', tab: 'pages' },
  banner: { title: 'Banner', tab: 'pages' },
  home: { title: 'Home', tab: 'pages' },
  about: { title: 'About Us', tab: 'pages' },
  faq: { title: 'Frequently asked questions', tab: 'pages' },
  business: { title: 'The business', tab: 'legal' },
  finance: { title: 'Finance', tab: 'legal' },
  data: { title: 'Personal data', tab: 'legal' },
  told: { title: 'Mails to you', tab: 'notifications' },
  also: { title: 'Who else hears', tab: 'notifications' },
  customers: { title: 'Mails to customers', tab: 'notifications' },
} as const satisfies Record<string, { title: string; tab: SettingTab }>

export interface ItemField {
  label: string
  /** So many characters at most. */
  max: number
  /** More than a line. */
  long?: true
  /** The server parses it. */
  markdown?: true
  /** One of these, by their names in the form. */
  options?: Record<string, string>
  /** The address of a picture of the brand, or none. */
  picture?: true
  /** An e-mail address. */
  email?: true
}

export interface Setting {
  /** Its row in the table config. */
  key: string
  type: SettingType
  readableBy: SettingReader
  /** What a new site starts with. */
  default: string
  group: keyof typeof SETTING_GROUPS
  label: string
  /** The one page that shows it; without it, every page carries it. */
  page?: SettingPage
  /** Of 'items'. */
  fields?: Record<string, ItemField>
  /** Of 'items': what one of them is called; without it, as its first field is. */
  item?: string
  /** Of 'items': what follows when there are none. */
  whenEmpty?: string
  /** Of 'profile'. */
  network?: Network
  /** Of 'choice', by their names in the form; without a choice it is empty. */
  options?: Record<string, string>
  /** What it has to look like where it is not empty. */
  format?: { pattern: RegExp; message: string }
  /** So many characters, or items, at most. */
  max?: number
  /** What the form says when it is empty; without it, it may be. */
  required?: string
  hint?: string
  /** Over both columns of the form. */
  wide?: true
}

export type SettingPage = 'home' | 'about' | 'faq' | 'legal'

/** A claim with its icon. */
const CLAIM = {
  title: { label: 'Title', max: 60 },
  icon: { label: 'Icon', max: 20, options: CLAIM_ICONS },
  text: { label: 'Text', max: 300, long: true },
} as const satisfies Record<string, ItemField>

/** What a further recipient hears of: the kinds are those of the mail's data. */
const NOTIFIED_OF: Record<string, string> = {
  everything: 'Everything',
  ...Object.fromEntries(LEAD_KINDS.map((kind) => [kind, LEADS[kind].notificationLabel])),
  registration: 'Registrations',
}

// biome-ignore format: one setting a line
export const SETTINGS = {
  companyName: { key: 'COMPANY_NAME', type: 'text', readableBy: 'visitor', default: 'Halden & Rowe Motor Cars', group: 'company', label: 'Company Name', required: 'Company name is required', wide: true },
  companyEmail: { key: 'COMPANY_EMAIL', type: 'email', readableBy: 'visitor', default: 'sales@haldenrowe.example', group: 'company', label: 'Company Email', required: 'Company email is required' },
  companyEmail2: { key: 'COMPANY_EMAIL_2', type: 'email', readableBy: 'visitor', default: 'admin@haldenrowe.example', group: 'company', label: 'Second Company Email' },
  companyPhone: { key: 'COMPANY_PHONE', type: 'phone', readableBy: 'visitor', default: '', group: 'company', label: 'Phone Number' },
  companyPhone2: { key: 'COMPANY_PHONE_2', type: 'phone', readableBy: 'visitor', default: '', group: 'company', label: 'Second Phone Number' },
  companyAddress: { key: 'COMPANY_ADDRESS', type: 'lines', readableBy: 'visitor', default: '14 Lincoln Road, Peterborough, PE1 5BA', group: 'company', label: 'Address', required: 'Address is required', hint: 'Commas become line breaks on the contact page.' },
  openingHours: { key: 'COMPANY_OPENING_HOURS', type: 'lines', readableBy: 'visitor', default: 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm', group: 'company', label: 'Opening Hours', required: 'Opening hours are required', hint: 'Test drives are offered within them.' },
  // The owner's login, and where leads are sent: no page needs it.
  adminEmail: { key: 'ADMIN_EMAIL', type: 'email', readableBy: 'admin', default: '', group: 'checks', label: 'Admin Email for Notifications', required: 'Admin email is required' },
  recaptchaSiteKey: { key: 'RECAPTCHA_SITE_KEY', type: 'site-key', readableBy: 'visitor', default: '', group: 'checks', label: 'reCAPTCHA Site Key', hint: 'Without it the built-in check protects the forms.' },
  enableAutoTrader: { key: 'EnableAutoTrader', type: 'switch', readableBy: 'admin', default: 'false', group: 'checks', label: 'Enable AutoTrader', hint: 'Saved vehicles are created, updated and removed on AutoTrader, too.' },
  adminsNeedTwoSteps: { key: 'AdminsNeedTwoSteps', type: 'switch', readableBy: 'admin', default: 'false', group: 'checks', label: 'Admins Must Use Two Steps', hint: 'Admins without two-step verification are led to set it up before they go on.' },
  logo: { key: 'BRAND_LOGO', type: 'picture', readableBy: 'visitor', default: '', group: 'logo', label: 'Logo', hint: 'PNG, WebP, JPEG or SVG. Without one, the drawn car and your name stand there.' },
  logoDark: { key: 'BRAND_LOGO_DARK', type: 'picture', readableBy: 'visitor', default: '', group: 'logo', label: 'Logo for Dark Grounds', hint: 'For the picture at the top, the footer and readers who prefer the dark. Without one, the other is shown there.' },
  emblem: { key: 'BRAND_EMBLEM', type: 'picture', readableBy: 'visitor', default: '', group: 'logo', label: 'Emblem', hint: 'Square, for the browser’s tab and the home screen of a phone. Without one, it is made of the logo.' },
  sharePicture: { key: 'BRAND_SHARE_PICTURE', type: 'picture', readableBy: 'visitor', default: '', group: 'logo', label: 'Share Picture', hint: 'Beside links to your site in messages and networks, cropped to 1200 by 630.' },
  accentColour: { key: 'BRAND_ACCENT', type: 'colour', readableBy: 'visitor', default: DEFAULT_ACCENT, group: 'look', label: 'Accent Colour', hint: 'Of buttons, links and lines. Shades that can be read on light and on dark are made from it.', wide: true },
  heroOverline: { key: 'BRAND_HERO_OVERLINE', type: 'text', readableBy: 'visitor', default: HERO_WORDS.overline, group: 'hero', label: 'Above the Heading', page: 'home', max: 60, hint: STAND_INS_HINT, wide: true },
  heroSlides: { key: 'BRAND_HERO', type: 'items', readableBy: 'visitor', default: JSON.stringify(HERO_WORDS.slides), group: 'hero', label: 'Slides', page: 'home', max: 3, fields: { heading: { label: 'Slide', max: 60 }, text: { label: 'Sentence', max: 200, long: true }, picture: { label: 'Picture', max: 200, picture: true } }, hint: 'Up to three. A slide without a picture of its own shows one that came with the site.' },
  profileInstagram: { key: 'BRAND_INSTAGRAM', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'Instagram', network: 'Instagram' },
  profileFacebook: { key: 'BRAND_FACEBOOK', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'Facebook', network: 'Facebook' },
  profileYouTube: { key: 'BRAND_YOUTUBE', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'YouTube', network: 'YouTube' },
  profileX: { key: 'BRAND_X', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'X', network: 'X' },
  profileTikTok: { key: 'BRAND_TIKTOK', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'TikTok', network: 'TikTok' },
  profileLinkedIn: { key: 'BRAND_LINKEDIN', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'LinkedIn', network: 'LinkedIn' },
  whatsApp: { key: 'PAGES_WHATSAPP', type: 'phone', readableBy: 'visitor', default: '', group: 'frame', label: 'WhatsApp Number', hint: 'In the menu, at the foot of every page and beside every vehicle; empty for none.', wide: true },
  footerLine: { key: 'PAGES_FOOTER_LINE', type: 'text', readableBy: 'visitor', default: 'A trusted dealership providing quality vehicles since 2024.', group: 'frame', label: 'Footer Line', hint: 'Under the name at the foot of every page.', wide: true },
  vehicleLine: { key: 'PAGES_VEHICLE_LINE', type: 'text', readableBy: 'visitor', default: 'Free 6 month warranty. Part exchange welcome. Delivery across the UK mainland.', group: 'frame', label: 'With Every Vehicle', hint: 'Below the price and the buttons of each vehicle.', wide: true },
  foundedYear: { key: 'PAGES_FOUNDED', type: 'text', readableBy: 'visitor', default: '2024', group: 'frame', label: 'Founded', format: { pattern: /^(1[89]|20)\d\d$/, message: 'Enter a year like 1998' }, hint: 'The year, for search engines and {founded}.' },
  bannerText: { key: 'PAGES_BANNER_TEXT', type: 'text', readableBy: 'visitor', default: '', group: 'banner', label: 'Banner Text', hint: 'Above every page: a bank holiday, an open day.', wide: true },
  bannerUntil: { key: 'PAGES_BANNER_UNTIL', type: 'date', readableBy: 'visitor', default: '', group: 'banner', label: 'Last Day', hint: 'The banner is gone the day after.' },
  bannerLink: { key: 'PAGES_BANNER_LINK', type: 'link', readableBy: 'visitor', default: '', group: 'banner', label: 'Banner Link', hint: 'Like /contact or https://…' },
  homeDescription: { key: 'PAGES_HOME_DESCRIPTION', type: 'text', readableBy: 'visitor', default: HOME_WORDS.description, group: 'home', label: 'In Search Results', page: 'home', max: 300, hint: `What search engines show below the name. ${STAND_INS_HINT}`, wide: true },
  strengthsHeading: { key: 'PAGES_STRENGTHS_HEADING', type: 'text', readableBy: 'visitor', default: HOME_WORDS.strengthsHeading, group: 'home', label: 'Heading of the Strengths', page: 'home', wide: true },
  strengths: { key: 'PAGES_STRENGTHS', type: 'items', readableBy: 'visitor', default: JSON.stringify(STRENGTHS), group: 'home', label: 'Strengths', page: 'home', max: 8, item: 'Strength', fields: CLAIM },
  aboutHeading: { key: 'PAGES_ABOUT_HEADING', type: 'text', readableBy: 'visitor', default: ABOUT_WORDS.heading, group: 'about', label: 'Heading', page: 'about', required: 'Heading is required', wide: true },
  aboutIntro: { key: 'PAGES_ABOUT_INTRO', type: 'text', readableBy: 'visitor', default: ABOUT_WORDS.intro, group: 'about', label: 'Introduction', page: 'about', max: 400, hint: STAND_INS_HINT, wide: true },
  aboutStoryHeading: { key: 'PAGES_ABOUT_STORY_HEADING', type: 'text', readableBy: 'visitor', default: ABOUT_WORDS.storyHeading, group: 'about', label: 'Heading of the Story', page: 'about', wide: true },
  aboutStory: { key: 'PAGES_ABOUT_STORY', type: 'markdown', readableBy: 'visitor', default: ABOUT_WORDS.story, group: 'about', label: 'Story', page: 'about', max: 8000, hint: MARKDOWN_HINT, wide: true },
  figures: { key: 'PAGES_FIGURES', type: 'items', readableBy: 'visitor', default: JSON.stringify(FIGURES), group: 'about', label: 'Figures', page: 'about', max: 8, fields: { value: { label: 'Figure', max: 12 }, label: { label: 'What It Counts', max: 60 } } },
  promises: { key: 'PAGES_PROMISES', type: 'items', readableBy: 'visitor', default: JSON.stringify(PROMISES), group: 'about', label: 'Promises', page: 'about', max: 8, item: 'Promise', fields: CLAIM },
  faqItems: { key: 'PAGES_FAQ', type: 'items', readableBy: 'visitor', default: JSON.stringify(FAQ_WORDS), group: 'faq', label: 'Questions', page: 'faq', max: 20, fields: { question: { label: 'Question', max: 150 }, answer: { label: 'Answer', max: 1500, long: true, markdown: true } }, hint: `${MARKDOWN_HINT} ${STAND_INS_HINT}` },
  legalName: { key: 'LEGAL_NAME', type: 'text', readableBy: 'visitor', default: '', group: 'business', label: 'Registered Name', hint: 'If it is not the company name: Acme Limited, or your own as a sole trader.', wide: true },
  companyNumber: { key: 'LEGAL_COMPANY_NUMBER', type: 'text', readableBy: 'visitor', default: '', group: 'business', label: 'Company Number', format: COMPANY_NUMBER },
  registeredIn: { key: 'LEGAL_REGISTERED_IN', type: 'choice', readableBy: 'visitor', default: '', group: 'business', label: 'Registered In', options: REGISTERED_IN },
  registeredOffice: { key: 'LEGAL_REGISTERED_OFFICE', type: 'text', readableBy: 'visitor', default: '', group: 'business', label: 'Registered Office', hint: 'As Companies House has it.', wide: true },
  vatNumber: { key: 'LEGAL_VAT_NUMBER', type: 'text', readableBy: 'visitor', default: '', group: 'business', label: 'VAT Number', format: VAT_NUMBER },
  fcaStatus: { key: 'LEGAL_FCA_STATUS', type: 'choice', readableBy: 'visitor', default: '', group: 'finance', label: 'Status with the FCA', options: FCA_STATUSES, hint: 'Who is not authorised must not offer or arrange finance: take it out of the questions and promises, too.', wide: true },
  fcaNumber: { key: 'LEGAL_FCA_NUMBER', type: 'text', readableBy: 'visitor', default: '', group: 'finance', label: 'Firm Reference Number', format: FIRM_REFERENCE, hint: "Of a representative, the other firm's." },
  fcaPrincipal: { key: 'LEGAL_FCA_PRINCIPAL', type: 'text', readableBy: 'visitor', default: '', group: 'finance', label: 'Representative Of', hint: 'The firm that you represent.' },
  icoNumber: { key: 'LEGAL_ICO_NUMBER', type: 'text', readableBy: 'visitor', default: '', group: 'data', label: 'ICO Registration Number', page: 'legal', format: ICO_NUMBER },
  processors: { key: 'LEGAL_PROCESSORS', type: 'items', readableBy: 'visitor', default: '[]', group: 'data', label: 'Companies That Work for You', page: 'legal', max: 20, whenEmpty: 'None yet: the privacy policy speaks of them without their names.', fields: { name: { label: 'Company', max: 80 }, purpose: { label: 'What It Does with the Data', max: 150 } }, hint: 'Who hosts this site, delivers your e-mail, counts visits. The privacy policy names them.' },
  notifyEnquiry: { key: 'NOTIFY_ENQUIRY', type: 'switch', readableBy: 'admin', default: 'true', group: 'told', label: 'New Enquiries' },
  notifyTestDrive: { key: 'NOTIFY_TEST_DRIVE', type: 'switch', readableBy: 'admin', default: 'true', group: 'told', label: 'New Test Drives' },
  notifyContact: { key: 'NOTIFY_CONTACT', type: 'switch', readableBy: 'admin', default: 'true', group: 'told', label: 'New Contact Messages' },
  notifyRegistration: { key: 'NOTIFY_REGISTRATION', type: 'switch', readableBy: 'admin', default: 'true', group: 'told', label: 'New Registrations' },
  notifyAlso: { key: 'NOTIFY_ALSO', type: 'items', readableBy: 'admin', default: '[]', group: 'also', label: 'Further Recipients', max: 5, item: 'Recipient', whenEmpty: 'Nobody yet: the admin email alone hears.', fields: { address: { label: 'E-mail', max: 254, email: true }, about: { label: 'Hears Of', max: 20, options: NOTIFIED_OF } }, hint: 'Up to five addresses beside the admin email, each with a mail of its own, which has the customer’s details.' },
  replyTo: { key: 'MAIL_REPLY_TO', type: 'email', readableBy: 'admin', default: '', group: 'customers', label: 'Replies Go To', hint: 'When a customer answers a mail of the site. Empty: the company email.', wide: true },
  closingLine: { key: 'MAIL_CLOSING_LINE', type: 'text', readableBy: 'admin', default: '', group: 'customers', label: 'Closing Line', max: 200, hint: 'Last in the confirmations of enquiries, test drives and messages.', wide: true },
} as const satisfies Record<string, Setting>

/**
 * Nobody has made the site theirs yet: the company still has the name that a new database starts with. Only then is what
 * was invented for the demo shown.
 */
export const isDemo = ({ companyName }: { companyName: string }): boolean =>
  companyName === SETTINGS.companyName.default

type List = typeof SETTINGS
export type SettingName = keyof List
type ValueOf<Entry> = Entry extends { fields: infer Fields }
  ? { [Field in keyof Fields]: string }[]
  : Entry extends { type: 'switch' }
    ? boolean
    : string
export type Settings = { -readonly [Name in SettingName]: ValueOf<List[Name]> }

type ReadBy<Reader extends SettingReader> = {
  [Name in SettingName]: List[Name]['readableBy'] extends Reader ? Name : never
}[SettingName]

const readBy = <Reader extends SettingReader>(...readers: Reader[]) =>
  (Object.keys(SETTINGS) as SettingName[]).filter((name) =>
    (readers as SettingReader[]).includes(SETTINGS[name].readableBy),
  ) as ReadBy<Reader>[]

export const VISITOR_SETTINGS = readBy('visitor')
export type VisitorSettings = Pick<Settings, ReadBy<'visitor'>>

/** What the back office's form holds. */
export const ADMIN_SETTINGS = readBy('visitor', 'admin')
export type AdminSettings = Pick<Settings, ReadBy<'visitor' | 'admin'>>

type InTab<Tab extends SettingTab> = {
  [Name in SettingName]: (typeof SETTING_GROUPS)[List[Name]['group']]['tab'] extends Tab ? Name : never
}[SettingName]
export type TabSettings<Tab extends SettingTab> = Pick<Settings, InTab<Tab> & keyof AdminSettings>

/** What one tab of the back office holds. */
export const settingsOfTab = <Tab extends SettingTab>(tab: Tab) =>
  ADMIN_SETTINGS.filter((name) => SETTING_GROUPS[SETTINGS[name].group].tab === tab) as (keyof TabSettings<Tab>)[]

type OnPage<Page> = {
  [Name in keyof VisitorSettings]: List[Name] extends { page: SettingPage }
    ? List[Name] extends { page: Page }
      ? Name
      : never
    : Page extends null
      ? Name
      : never
}[keyof VisitorSettings]
export type PageSettings<Page extends SettingPage | null> = Pick<VisitorSettings, OnPage<Page>>

/** How a page gets what it alone shows: facts in their places, Markdown parsed into blocks. */
export type PageWords<Page extends SettingPage, Block> = { [Name in OnPage<Page>]: Shown<List[Name], Block> }
type Shown<Entry, Block> = Entry extends { fields: infer Fields }
  ? { [Field in keyof Fields]: Fields[Field] extends { markdown: true } ? Block[] : string }[]
  : Entry extends { type: 'markdown' }
    ? Block[]
    : string

/** What one page shows beside what every page carries; null is what every page carries. */
export const settingsOfPage = <Page extends SettingPage | null>(page: Page) =>
  VISITOR_SETTINGS.filter((name) => ((SETTINGS[name] as Setting).page ?? null) === page) as OnPage<Page>[]

export interface ConfigRow {
  key: string
  value: string | null
}

export const keysOf = (names: readonly SettingName[]): string[] => names.map((name) => SETTINGS[name].key)

/** A setting without a row is empty, as one that was emptied: what the dealer did not say is not made up. */
export function toSettings<Name extends SettingName>(
  names: readonly Name[],
  rows: readonly ConfigRow[],
): Pick<Settings, Name> {
  const stored = new Map(rows.map(({ key, value }) => [key, value ?? '']))
  const values = names.map((name) => {
    const setting: Setting = SETTINGS[name]
    const text = stored.get(setting.key) ?? ''
    if (setting.type === 'items') return [name, toItems(text, Object.keys(setting.fields ?? {}))]
    return [name, setting.type === 'switch' ? text === 'true' : text.trim()]
  })
  return Object.fromEntries(values) as Pick<Settings, Name>
}

/** Whatever a row holds, a page gets records with the fields that it knows, each of them a text. */
function toItems(text: string, fields: readonly string[]): Record<string, string>[] {
  const items: unknown = text === '' ? [] : parseJson(text)
  if (!Array.isArray(items)) return []
  const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  return items
    .filter((item) => typeof item === 'object' && item !== null)
    .map((item) => Object.fromEntries(fields.map((field) => [field, toText(item[field])])))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const toConfigRows = (settings: Partial<Settings>): { key: string; value: string }[] =>
  Object.entries(settings).map(([name, value]) => ({
    key: SETTINGS[name as SettingName].key,
    value: Array.isArray(value) ? JSON.stringify(value) : String(value),
  }))
