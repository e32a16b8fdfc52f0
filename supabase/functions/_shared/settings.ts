// The list of all settings, from which pages, emails and the back-office form are built. A new setting needs a line
// here and two rows in supabase/schemas/reference-rows.sql (docs/guide.md); supabase/tests/settings.test.ts compares
// the two.

import { DEFAULT_ACCENT } from './accent.ts'
import {
  CLAIM_ICONS,
  DEFAULT_ABOUT,
  DEFAULT_FAQ,
  DEFAULT_HERO,
  DEFAULT_HOME,
  FIGURES,
  MARKDOWN_HINT,
  PLACEHOLDERS_HINT,
  PROMISES,
  STRENGTHS,
} from './default-content.ts'
import { DEFAULT_PRIVACY, DEFAULT_TERMS } from './default-legal.ts'
import type { EmailPlace, PageEmailPlace } from './email-places.ts'
import { FORM_KINDS, LEADS } from './lead-kinds.ts'
import { COMPANY_NUMBER, FCA_STATUSES, FIRM_REFERENCE, ICO_NUMBER, REGISTERED_IN, VAT_NUMBER } from './legal.ts'
import type { Network } from './profiles.ts'
import { DEFAULT_REPLY_TEMPLATES, REPLY_PLACEHOLDERS_HINT } from './reply-templates.ts'
import { GOOGLE_ANALYTICS_ID, META_PIXEL_ID } from './trackers.ts'

/**
 * 'lines' is text that pages split at commas; 'switch' is stored as the text true or false; 'colour' is # and six
 * hexadecimal digits; 'profile' is the dealer's page on a social network; 'items' is a list of records, stored as JSON,
 * with the fields that the setting defines; 'markdown' is parsed by the server; 'date' is a day such as 2026-12-24;
 * 'link' is a path on the site or a URL; 'choice' is one of its options; 'picture' is the path of a picture in the
 * brand bucket; 'places' lists the options where the setting before it is not shown.
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
  | 'places'

/**
 * 'visitor' settings appear on public pages; 'service' settings are for the server only. To write a setting, a caller
 * must be able to read it.
 */
export type SettingReader = 'visitor' | 'admin' | 'service'

/**
 * The tabs in the back office. The settings on a published tab are saved together as a version, which can be previewed
 * beforehand and reverted afterwards.
 */
export const SETTING_TABS = {
  company: { title: 'Company', isPublished: false },
  brand: { title: 'Brand', isPublished: true },
  pages: { title: 'Pages', isPublished: true },
  legal: { title: 'Legal', isPublished: true },
  notifications: { title: 'Notifications', isPublished: false },
} as const

export type SettingTab = keyof typeof SETTING_TABS

/** The sections of each tab's form, in order. */
export const SETTING_GROUPS = {
  company: { title: 'Company', tab: 'company' },
  checks: { title: 'Notifications and checks', tab: 'company' },
  stock: { title: 'Vehicles', tab: 'company' },
  trackers: { title: 'Statistics and advertising', tab: 'company' },
  keeping: { title: 'Old enquiries', tab: 'company' },
  logo: { title: 'Logo', tab: 'brand' },
  look: { title: 'Appearance', tab: 'brand' },
  hero: { title: 'Home page slideshow', tab: 'brand' },
  profiles: { title: 'Social media', tab: 'brand' },
  frame: { title: 'On every page', tab: 'pages' },
  banner: { title: 'Banner', tab: 'pages' },
  home: { title: 'Home', tab: 'pages' },
  about: { title: 'About Us', tab: 'pages' },
  faq: { title: 'Frequently asked questions', tab: 'pages' },
  business: { title: 'Your business', tab: 'legal' },
  finance: { title: 'Finance', tab: 'legal' },
  terms: { title: 'Terms of Service', tab: 'legal' },
  data: { title: 'Personal data', tab: 'legal' },
  told: { title: 'Emails to you', tab: 'notifications' },
  also: { title: 'Also notify', tab: 'notifications' },
  customers: { title: 'Emails to customers', tab: 'notifications' },
  replies: { title: 'Reply templates', tab: 'notifications' },
} as const satisfies Record<string, { title: string; tab: SettingTab }>

export interface ItemField {
  label: string
  /** Maximum number of characters. */
  max: number
  /** More than one line of text. */
  long?: true
  /** Several paragraphs of text. */
  tall?: true
  /** Parsed by the server. */
  markdown?: true
  /** The values to choose from, with their names in the form. */
  options?: Record<string, string>
  /** The path of a picture in the brand bucket, or empty. */
  picture?: true
  /** An email address. */
  email?: true
}

export interface Setting {
  /** The setting's key in the config table. */
  key: string
  type: SettingType
  readableBy: SettingReader
  /** The value on a new site. */
  default: string
  group: keyof typeof SETTING_GROUPS
  label: string
  /** The only page that loads the setting. Without this, every page loads it. */
  page?: SettingPage
  /** For 'items'. */
  fields?: Record<string, ItemField>
  /** For 'items': the name of one item, by default the label of its first field. */
  item?: string
  /** For 'items': the text shown when there are none. */
  whenEmpty?: string
  /** For 'profile'. */
  network?: Network
  /** For 'choice' and 'places': the values, with their names in the form. The setting is empty if none is chosen. */
  options?: Record<string, string>
  /** The format of a value that is not empty, after `tidy` has brought other spellings into it. */
  format?: { pattern: RegExp; message: string; tidy?: (typed: string) => string }
  /** Maximum number of characters, or of items. */
  max?: number
  /** The message shown if the setting is empty. If there is no message, the setting may be empty. */
  required?: string
  hint?: string
  /** Spans both columns of the form. */
  wide?: true
  /** A promise on the dealer's behalf, which the form marks until an admin has published it. */
  check?: true
}

export type SettingPage = 'home' | 'about' | 'faq' | 'legal'

/** A claim with its icon. */
const CLAIM = {
  title: { label: 'Title', max: 60 },
  icon: { label: 'Icon', max: 20, options: CLAIM_ICONS },
  text: { label: 'Text', max: 300, long: true },
} as const satisfies Record<string, ItemField>

/** What an additional recipient is notified about, by the notification's `enquiryType`. */
const PAGE_EMAIL_PLACES: Record<PageEmailPlace, string> = {
  header: 'Top of the page and menu',
  footer: 'Footer',
  contact: 'Contact page and forms',
  legal: 'Legal pages',
}

const EMAIL_PLACES: Record<EmailPlace, string> = {
  ...PAGE_EMAIL_PLACES,
  print: 'Printed vehicle pages',
  search: 'Search engines',
  emails: 'Emails to customers',
}

const NOTIFY_ABOUT: Record<string, string> = {
  everything: 'Everything',
  ...Object.fromEntries(FORM_KINDS.map((kind) => [kind, LEADS[kind].notificationLabel])),
  registration: 'Registrations',
}

// biome-ignore format: one setting a line
export const SETTINGS = {
  companyName: { key: 'COMPANY_NAME', type: 'text', readableBy: 'visitor', default: 'Halden & Rowe Motor Cars', group: 'company', label: 'Company name', required: 'Company name is required', wide: true },
  companyEmail: { key: 'COMPANY_EMAIL', type: 'email', readableBy: 'visitor', default: 'sales@haldenrowe.example', group: 'company', label: 'Company email', required: 'Company email is required' },
  companyEmail2: { key: 'COMPANY_EMAIL_2', type: 'email', readableBy: 'visitor', default: 'admin@haldenrowe.example', group: 'company', label: 'Second company email' },
  emailHiddenOn: { key: 'COMPANY_EMAIL_HIDDEN_ON', type: 'places', readableBy: 'visitor', default: '', group: 'company', label: 'Company email', options: EMAIL_PLACES },
  email2HiddenOn: { key: 'COMPANY_EMAIL_2_HIDDEN_ON', type: 'places', readableBy: 'visitor', default: '', group: 'company', label: 'Second company email', options: PAGE_EMAIL_PLACES },
  companyPhone: { key: 'COMPANY_PHONE', type: 'phone', readableBy: 'visitor', default: '', group: 'company', label: 'Phone number' },
  companyPhone2: { key: 'COMPANY_PHONE_2', type: 'phone', readableBy: 'visitor', default: '', group: 'company', label: 'Second phone number' },
  companyAddress: { key: 'COMPANY_ADDRESS', type: 'lines', readableBy: 'visitor', default: '14 Lincoln Road, Peterborough, PE1 5BA', group: 'company', label: 'Address', required: 'Address is required', hint: 'Write it on one line or several, with or without a county.' },
  openingHours: { key: 'COMPANY_OPENING_HOURS', type: 'lines', readableBy: 'visitor', default: 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm', group: 'company', label: 'Opening hours', required: 'Opening hours are required', hint: 'Customers can book test drives during these hours.' },
  // This is often the owner's sign-in address, and no public page needs it.
  adminEmail: { key: 'ADMIN_EMAIL', type: 'email', readableBy: 'admin', default: '', group: 'checks', label: 'Admin email for notifications', required: 'Admin email is required' },
  recaptchaSiteKey: { key: 'RECAPTCHA_SITE_KEY', type: 'site-key', readableBy: 'visitor', default: '', group: 'checks', label: 'reCAPTCHA site key', hint: 'If you leave this empty, the built-in check protects your forms.' },
  enableAutoTrader: { key: 'EnableAutoTrader', type: 'switch', readableBy: 'admin', default: 'false', group: 'checks', label: 'Enable AutoTrader', hint: 'When you add, change or remove a vehicle here, we do the same on AutoTrader.' },
  adminsNeedTwoSteps: { key: 'AdminsNeedTwoSteps', type: 'switch', readableBy: 'admin', default: 'false', group: 'checks', label: 'Require two-step verification for staff', hint: 'Admins and sales staff who haven’t set up two-step verification must do so before they can continue.' },
  stockNumberPrefix: { key: 'STOCK_NUMBER_PREFIX', type: 'text', readableBy: 'admin', default: '', group: 'stock', label: 'Start of stock numbers', format: { pattern: /^[A-Z0-9-]{1,8}$/, message: 'Use up to eight letters, digits and hyphens', tidy: (typed) => typed.toUpperCase() }, hint: 'For example HR- for HR-1042. Vehicles that have a number keep it.', wide: true },
  maxVehicleImages: { key: 'MAX_VEHICLE_IMAGES', type: 'text', readableBy: 'admin', default: '10', group: 'stock', label: 'Maximum pictures per vehicle', format: { pattern: /^(?:[12]\d|30)$/, message: 'Enter a number from 10 to 30', tidy: (typed) => typed.replace(/^0+/, '') }, required: 'Enter a number from 10 to 30', hint: 'From 10 to 30. If you lower the number, vehicles keep the pictures they have.' },
  googleAnalyticsId: { key: 'GOOGLE_ANALYTICS_ID', type: 'text', readableBy: 'visitor', default: '', group: 'trackers', label: 'Google Analytics measurement ID', format: GOOGLE_ANALYTICS_ID, hint: 'Loaded only for visitors who choose Accept All. Your cookie and privacy policies mention it while it’s set.' },
  metaPixelId: { key: 'META_PIXEL_ID', type: 'text', readableBy: 'visitor', default: '', group: 'trackers', label: 'Meta pixel ID', format: META_PIXEL_ID, hint: 'For Facebook and Instagram advertising. Loaded only for visitors who choose Accept All.' },
  countWanted: { key: 'COUNT_WANTED', type: 'switch', readableBy: 'visitor', default: 'true', group: 'trackers', label: 'Count what visitors look for', page: 'legal', hint: 'For What to buy. We store no cookies and no IP addresses for this, so visitors don’t have to agree. Your cookie and privacy policies mention it.' },
  deleteEnquiriesAfter: { key: 'DELETE_ENQUIRIES_AFTER_MONTHS', type: 'text', readableBy: 'admin', default: '', group: 'keeping', label: 'Delete enquiries after … months without contact', format: { pattern: /^[1-9]\d{0,2}$/, message: 'Enter a number of months, such as 24', tidy: (typed) => typed.replace(/^0+/, '') }, hint: 'We’ll list them in an email to you a week before. Names, contact details and messages are then removed, and so are people of whom nothing else is known. Leave this empty to keep everything.', wide: true },
  logo: { key: 'BRAND_LOGO', type: 'picture', readableBy: 'visitor', default: '', group: 'logo', label: 'Logo', hint: 'Use a PNG, WebP, JPEG or SVG file. If you don’t add a logo, we show a car icon and your name.' },
  logoDark: { key: 'BRAND_LOGO_DARK', type: 'picture', readableBy: 'visitor', default: '', group: 'logo', label: 'Logo for dark backgrounds', hint: 'Used on the picture at the top of the home page, in the footer and in dark mode. If you don’t add one, we show your main logo.' },
  emblem: { key: 'BRAND_EMBLEM', type: 'picture', readableBy: 'visitor', default: '', group: 'logo', label: 'Emblem', hint: 'A square picture for browser tabs and phone home screens. If you don’t add one, we make one from your logo.' },
  sharePicture: { key: 'BRAND_SHARE_PICTURE', type: 'picture', readableBy: 'visitor', default: '', group: 'logo', label: 'Sharing picture', hint: 'Shown with links to your site in messages and on social media. We crop it to 1200 by 630 pixels.' },
  accentColour: { key: 'BRAND_ACCENT', type: 'colour', readableBy: 'visitor', default: DEFAULT_ACCENT, group: 'look', label: 'Accent colour', hint: 'Used for buttons, links and lines. We adjust the shade for light and dark mode so that it’s easy to read.', wide: true },
  heroOverline: { key: 'BRAND_HERO_OVERLINE', type: 'text', readableBy: 'visitor', default: DEFAULT_HERO.overline, group: 'hero', label: 'Text above the heading', page: 'home', max: 60, hint: PLACEHOLDERS_HINT, wide: true },
  heroSlides: { key: 'BRAND_HERO', type: 'items', readableBy: 'visitor', default: JSON.stringify(DEFAULT_HERO.slides), group: 'hero', label: 'Slides', page: 'home', max: 3, fields: { heading: { label: 'Slide', max: 60 }, text: { label: 'Sentence', max: 200, long: true }, picture: { label: 'Picture', max: 200, picture: true } }, hint: 'You can have up to three slides. If a slide has no picture, we use one of ours.' },
  profileInstagram: { key: 'BRAND_INSTAGRAM', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'Instagram', network: 'Instagram' },
  profileFacebook: { key: 'BRAND_FACEBOOK', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'Facebook', network: 'Facebook' },
  profileYouTube: { key: 'BRAND_YOUTUBE', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'YouTube', network: 'YouTube' },
  profileX: { key: 'BRAND_X', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'X', network: 'X' },
  profileTikTok: { key: 'BRAND_TIKTOK', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'TikTok', network: 'TikTok' },
  profileLinkedIn: { key: 'BRAND_LINKEDIN', type: 'profile', readableBy: 'visitor', default: '', group: 'profiles', label: 'LinkedIn', network: 'LinkedIn' },
  whatsApp: { key: 'PAGES_WHATSAPP', type: 'phone', readableBy: 'visitor', default: '', group: 'frame', label: 'WhatsApp number', hint: 'Shown in the menu, in the footer and with every vehicle. Leave this empty if you don’t use WhatsApp.', wide: true },
  footerLine: { key: 'PAGES_FOOTER_LINE', type: 'text', readableBy: 'visitor', default: 'A trusted dealership providing quality vehicles since 2024.', group: 'frame', label: 'Footer line', hint: 'Shown below your name in the footer.', wide: true },
  vehicleLine: { key: 'PAGES_VEHICLE_LINE', type: 'text', readableBy: 'visitor', default: 'Free 6 month warranty. Part exchange welcome. Delivery across the UK mainland.', group: 'frame', label: 'Text shown with every vehicle', hint: 'Shown below the price and the buttons.', wide: true },
  foundedYear: { key: 'PAGES_FOUNDED', type: 'text', readableBy: 'visitor', default: '2024', group: 'frame', label: 'Founded', format: { pattern: /^(1[89]|20)\d\d$/, message: 'Enter a year, such as 1998' }, hint: 'The year your business started. We share it with search engines and show it wherever you write {founded}.' },
  bannerText: { key: 'PAGES_BANNER_TEXT', type: 'text', readableBy: 'visitor', default: '', group: 'banner', label: 'Banner text', hint: 'Shown at the top of every page, for example before a bank holiday or an open day.', wide: true },
  bannerUntil: { key: 'PAGES_BANNER_UNTIL', type: 'date', readableBy: 'visitor', default: '', group: 'banner', label: 'Last day', hint: 'The banner is shown up to and including this date.' },
  bannerLink: { key: 'PAGES_BANNER_LINK', type: 'link', readableBy: 'visitor', default: '', group: 'banner', label: 'Banner link', hint: 'For example /contact or https://…' },
  homeTitle: { key: 'PAGES_HOME_TITLE', type: 'text', readableBy: 'visitor', default: DEFAULT_HOME.title, group: 'home', label: 'Title in search results', max: 60, hint: PLACEHOLDERS_HINT, wide: true },
  homeDescription: { key: 'PAGES_HOME_DESCRIPTION', type: 'text', readableBy: 'visitor', default: DEFAULT_HOME.description, group: 'home', label: 'Description in search results', page: 'home', max: 300, hint: `Search engines show this below your name. ${PLACEHOLDERS_HINT}`, wide: true },
  featuredOverline: { key: 'PAGES_FEATURED_OVERLINE', type: 'text', readableBy: 'visitor', default: DEFAULT_HOME.featuredOverline, group: 'home', label: 'Text above “Featured Masterpieces”', page: 'home', max: 60 },
  noVehiclesText: { key: 'PAGES_NO_VEHICLES', type: 'text', readableBy: 'visitor', default: DEFAULT_HOME.noVehicles, group: 'home', label: 'Text when no vehicles are listed', page: 'home' },
  strengthsOverline: { key: 'PAGES_STRENGTHS_OVERLINE', type: 'text', readableBy: 'visitor', default: DEFAULT_HOME.strengthsOverline, group: 'home', label: 'Text above the strengths heading', page: 'home', max: 60 },
  strengthsHeading: { key: 'PAGES_STRENGTHS_HEADING', type: 'text', readableBy: 'visitor', default: DEFAULT_HOME.strengthsHeading, group: 'home', label: 'Strengths heading', page: 'home' },
  strengths: { key: 'PAGES_STRENGTHS', type: 'items', readableBy: 'visitor', default: JSON.stringify(STRENGTHS), group: 'home', label: 'Strengths', page: 'home', max: 8, item: 'Strength', fields: CLAIM },
  instagramOverline: { key: 'PAGES_INSTAGRAM_OVERLINE', type: 'text', readableBy: 'visitor', default: DEFAULT_HOME.instagramOverline, group: 'home', label: 'Text above “Follow Us on Instagram”', page: 'home', max: 60 },
  aboutHeading: { key: 'PAGES_ABOUT_HEADING', type: 'text', readableBy: 'visitor', default: DEFAULT_ABOUT.heading, group: 'about', label: 'Heading', page: 'about', wide: true },
  aboutIntro: { key: 'PAGES_ABOUT_INTRO', type: 'text', readableBy: 'visitor', default: DEFAULT_ABOUT.intro, group: 'about', label: 'Introduction', page: 'about', max: 400, hint: PLACEHOLDERS_HINT, wide: true },
  aboutPicture: { key: 'PAGES_ABOUT_PICTURE', type: 'picture', readableBy: 'visitor', default: '', group: 'about', label: 'Picture at the top', page: 'about', hint: 'If you don’t add one, we show one of ours.' },
  storyPicture: { key: 'PAGES_STORY_PICTURE', type: 'picture', readableBy: 'visitor', default: '', group: 'about', label: 'Picture beside the story', page: 'about', hint: 'If you don’t add one, we show one of ours.' },
  hideAboutPicture: { key: 'PAGES_ABOUT_PICTURE_HIDDEN', type: 'switch', readableBy: 'visitor', default: 'false', group: 'about', label: 'No picture at the top', page: 'about' },
  hideStoryPicture: { key: 'PAGES_STORY_PICTURE_HIDDEN', type: 'switch', readableBy: 'visitor', default: 'false', group: 'about', label: 'No picture beside the story', page: 'about' },
  aboutStoryHeading: { key: 'PAGES_ABOUT_STORY_HEADING', type: 'text', readableBy: 'visitor', default: DEFAULT_ABOUT.storyHeading, group: 'about', label: 'Story heading', page: 'about', wide: true },
  aboutStory: { key: 'PAGES_ABOUT_STORY', type: 'markdown', readableBy: 'visitor', default: DEFAULT_ABOUT.story, group: 'about', label: 'Story', page: 'about', max: 8000, hint: MARKDOWN_HINT, wide: true },
  figures: { key: 'PAGES_FIGURES', type: 'items', readableBy: 'visitor', default: JSON.stringify(FIGURES), group: 'about', label: 'Figures', page: 'about', max: 8, fields: { value: { label: 'Figure', max: 12 }, label: { label: 'What it counts', max: 60 } } },
  promisesOverline: { key: 'PAGES_PROMISES_OVERLINE', type: 'text', readableBy: 'visitor', default: DEFAULT_ABOUT.promisesOverline, group: 'about', label: 'Text above the promises heading', page: 'about', max: 60 },
  promisesHeading: { key: 'PAGES_PROMISES_HEADING', type: 'text', readableBy: 'visitor', default: DEFAULT_ABOUT.promisesHeading, group: 'about', label: 'Promises heading', page: 'about' },
  promises: { key: 'PAGES_PROMISES', type: 'items', readableBy: 'visitor', default: JSON.stringify(PROMISES), group: 'about', label: 'Promises', page: 'about', max: 8, item: 'Promise', fields: CLAIM },
  visitHeading: { key: 'PAGES_VISIT_HEADING', type: 'text', readableBy: 'visitor', default: DEFAULT_ABOUT.visitHeading, group: 'about', label: 'Visit heading', page: 'about', wide: true },
  visitText: { key: 'PAGES_VISIT_TEXT', type: 'text', readableBy: 'visitor', default: DEFAULT_ABOUT.visitText, group: 'about', label: 'Visit text', page: 'about', max: 300, hint: PLACEHOLDERS_HINT, wide: true },
  faqItems: { key: 'PAGES_FAQ', type: 'items', readableBy: 'visitor', default: JSON.stringify(DEFAULT_FAQ), group: 'faq', label: 'Questions', page: 'faq', max: 20, fields: { question: { label: 'Question', max: 150 }, answer: { label: 'Answer', max: 1500, long: true, markdown: true } }, hint: `${MARKDOWN_HINT} ${PLACEHOLDERS_HINT}` },
  legalName: { key: 'LEGAL_NAME', type: 'text', readableBy: 'visitor', default: '', group: 'business', label: 'Registered name', page: 'legal', hint: 'Enter this if it’s different from the company name. It could be Acme Limited, for example, or your own name if you’re a sole trader.', wide: true },
  companyNumber: { key: 'LEGAL_COMPANY_NUMBER', type: 'text', readableBy: 'visitor', default: '', group: 'business', label: 'Company number', page: 'legal', format: COMPANY_NUMBER },
  registeredIn: { key: 'LEGAL_REGISTERED_IN', type: 'choice', readableBy: 'visitor', default: '', group: 'business', label: 'Registered in', page: 'legal', options: REGISTERED_IN },
  registeredOffice: { key: 'LEGAL_REGISTERED_OFFICE', type: 'lines', readableBy: 'visitor', default: '', group: 'business', label: 'Registered office', page: 'legal', hint: 'As registered with Companies House.', wide: true },
  vatNumber: { key: 'LEGAL_VAT_NUMBER', type: 'text', readableBy: 'visitor', default: '', group: 'business', label: 'VAT number', page: 'legal', format: VAT_NUMBER },
  fcaStatus: { key: 'LEGAL_FCA_STATUS', type: 'choice', readableBy: 'visitor', default: '', group: 'finance', label: 'FCA status', page: 'legal', options: FCA_STATUSES, hint: 'If you’re not authorised, you must not offer or arrange finance. Until you enter your status and number, your site leaves out every question, promise and sentence that offers it; only the demo dealer keeps them, as an example. Please check your vehicles’ descriptions yourself.', wide: true, check: true },
  fcaNumber: { key: 'LEGAL_FCA_NUMBER', type: 'text', readableBy: 'visitor', default: '', group: 'finance', label: 'Firm reference number', page: 'legal', format: FIRM_REFERENCE, hint: 'If you’re an appointed representative, enter your principal’s FRN.' },
  fcaPrincipal: { key: 'LEGAL_FCA_PRINCIPAL', type: 'text', readableBy: 'visitor', default: '', group: 'finance', label: 'Appointed representative of', page: 'legal', hint: 'The firm you represent (your principal).' },
  termsVehicles: { key: 'LEGAL_VEHICLES', type: 'markdown', readableBy: 'visitor', default: DEFAULT_TERMS.vehicles, group: 'terms', label: 'Vehicles and prices', page: 'legal', max: 4000, hint: 'By law, an advertised price must include every fee that the buyer has to pay.', wide: true, check: true },
  termsTestDrives: { key: 'LEGAL_TEST_DRIVES', type: 'markdown', readableBy: 'visitor', default: DEFAULT_TERMS.testDrives, group: 'terms', label: 'Test drives', page: 'legal', max: 4000, hint: 'Check which drivers your insurance covers.', wide: true, check: true },
  termsReservations: { key: 'LEGAL_RESERVATIONS', type: 'markdown', readableBy: 'visitor', default: DEFAULT_TERMS.reservations, group: 'terms', label: 'Reservations and deposits', page: 'legal', max: 4000, hint: 'If you change this, change the answer about reservations under Pages too.', wide: true, check: true },
  termsReturns: { key: 'LEGAL_RETURNS', type: 'markdown', readableBy: 'visitor', default: DEFAULT_TERMS.returns, group: 'terms', label: 'Returns after a distance sale', page: 'legal', max: 4000, hint: 'You must refund the price and the standard delivery charge. Whether you also pay for the return is up to you.', wide: true, check: true },
  termsPartExchange: { key: 'LEGAL_PART_EXCHANGE', type: 'markdown', readableBy: 'visitor', default: DEFAULT_TERMS.partExchange, group: 'terms', label: 'Part exchange', page: 'legal', max: 4000, hint: 'Leave this empty if you don’t take cars in part exchange.', wide: true, check: true },
  termsDelivery: { key: 'LEGAL_DELIVERY', type: 'markdown', readableBy: 'visitor', default: DEFAULT_TERMS.delivery, group: 'terms', label: 'Delivery and collection', page: 'legal', max: 4000, hint: 'Leave this empty if customers always collect their cars.', wide: true, check: true },
  termsComplaints: { key: 'LEGAL_COMPLAINTS', type: 'markdown', readableBy: 'visitor', default: DEFAULT_TERMS.complaints, group: 'terms', label: 'Complaints', page: 'legal', max: 4000, hint: 'How quickly you answer, and who can help if you can’t agree.', wide: true, check: true },
  icoNumber: { key: 'LEGAL_ICO_NUMBER', type: 'text', readableBy: 'visitor', default: '', group: 'data', label: 'ICO registration number', page: 'legal', format: ICO_NUMBER },
  processors: { key: 'LEGAL_PROCESSORS', type: 'items', readableBy: 'visitor', default: '[]', group: 'data', label: 'Data processors', page: 'legal', max: 20, whenEmpty: 'None yet. Your privacy policy mentions these companies without naming them.', fields: { name: { label: 'Company', max: 80 }, purpose: { label: 'What it does with the data', max: 150 } }, hint: 'Companies that handle personal data for you, such as your hosting, email or analytics provider. Your privacy policy names them.' },
  privacyCollected: { key: 'LEGAL_COLLECTED', type: 'markdown', readableBy: 'visitor', default: DEFAULT_PRIVACY.collected, group: 'data', label: 'Data you collect in person', page: 'legal', max: 4000, hint: 'The privacy policy already lists what this website collects.', wide: true, check: true },
  privacyUse: { key: 'LEGAL_USE', type: 'markdown', readableBy: 'visitor', default: DEFAULT_PRIVACY.use, group: 'data', label: 'How you use personal data', page: 'legal', max: 4000, hint: 'Say if you send newsletters or use profiling.', wide: true, check: true },
  privacySharing: { key: 'LEGAL_SHARING', type: 'markdown', readableBy: 'visitor', default: DEFAULT_PRIVACY.sharing, group: 'data', label: 'Contracts with data processors', page: 'legal', max: 4000, hint: 'Shown below the list of companies.', wide: true, check: true },
  privacyRetention: { key: 'LEGAL_RETENTION', type: 'markdown', readableBy: 'visitor', default: DEFAULT_PRIVACY.retention, group: 'data', label: 'How long you keep personal data', page: 'legal', max: 4000, hint: 'This website deletes old enquiries only if you say so under Company, and never deletes accounts by itself. If you promise a period, enter it there too.', wide: true, check: true },
  notifyEnquiry: { key: 'NOTIFY_ENQUIRY', type: 'switch', readableBy: 'admin', default: 'true', group: 'told', label: 'New enquiries' },
  notifyTestDrive: { key: 'NOTIFY_TEST_DRIVE', type: 'switch', readableBy: 'admin', default: 'true', group: 'told', label: 'New test drives' },
  notifyContact: { key: 'NOTIFY_CONTACT', type: 'switch', readableBy: 'admin', default: 'true', group: 'told', label: 'New contact messages' },
  notifyRegistration: { key: 'NOTIFY_REGISTRATION', type: 'switch', readableBy: 'admin', default: 'true', group: 'told', label: 'New registrations' },
  notifyAlso: { key: 'NOTIFY_ALSO', type: 'items', readableBy: 'admin', default: '[]', group: 'also', label: 'Additional recipients', max: 5, item: 'Recipient', whenEmpty: 'None yet. Only the admin email address is notified.', fields: { address: { label: 'Email', max: 254, email: true }, about: { label: 'Notify about', max: 20, options: NOTIFY_ABOUT } }, hint: 'You can add up to five addresses besides the admin email. Each address gets its own email with the customer’s details.' },
  replyTo: { key: 'MAIL_REPLY_TO', type: 'email', readableBy: 'admin', default: '', group: 'customers', label: 'Replies go to', hint: 'Customers’ replies to your site’s emails go to this address. If you leave it empty, they go to the company email.', wide: true },
  closingLine: { key: 'MAIL_CLOSING_LINE', type: 'text', readableBy: 'admin', default: '', group: 'customers', label: 'Closing line', max: 200, hint: 'Shown at the end of emails that confirm an enquiry, a test drive or a message.', wide: true },
  replyTemplates: { key: 'REPLY_TEMPLATES', type: 'items', readableBy: 'admin', default: JSON.stringify(DEFAULT_REPLY_TEMPLATES), group: 'replies', label: 'Templates', max: 12, item: 'Template', whenEmpty: 'None yet. Your staff write every reply from scratch.', fields: { name: { label: 'Name', max: 60 }, subject: { label: 'Subject', max: 150 }, text: { label: 'Text', max: 2500, long: true, tall: true } }, hint: REPLY_PLACEHOLDERS_HINT },
} as const satisfies Record<string, Setting>

/** Whether the company still has the demo dealer's name. Only then are the demo's invented facts shown. */
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

/** The settings in the back office's forms. */
export const ADMIN_SETTINGS = readBy('visitor', 'admin')
export type AdminSettings = Pick<Settings, ReadBy<'visitor' | 'admin'>>

type InTab<Tab extends SettingTab> = {
  [Name in SettingName]: (typeof SETTING_GROUPS)[List[Name]['group']]['tab'] extends Tab ? Name : never
}[SettingName]
// The type checker needs half as long with the names in a table as with names computed for a tab not yet known.
type NamesByTab = { [Tab in SettingTab]: InTab<Tab> & keyof AdminSettings }
export type TabSettings<Tab extends SettingTab> = Pick<Settings, NamesByTab[Tab]>

/** The settings on one back-office tab. */
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

/** The settings for one page, with placeholders filled in and Markdown parsed into blocks. */
export type PageContent<Page extends SettingPage, Block> = { [Name in OnPage<Page>]: Shown<List[Name], Block> }
type Shown<Entry, Block> = Entry extends { fields: infer Fields }
  ? { [Field in keyof Fields]: Fields[Field] extends { markdown: true } ? Block[] : string }[]
  : Entry extends { type: 'markdown' }
    ? Block[]
    : Entry extends { type: 'switch' }
      ? boolean
      : string

/** The settings that only this page shows; null for those that every page loads. */
export const settingsOfPage = <Page extends SettingPage | null>(page: Page) =>
  VISITOR_SETTINGS.filter((name) => ((SETTINGS[name] as Setting).page ?? null) === page) as OnPage<Page>[]

export interface ConfigRow {
  key: string
  value: string | null
}

export const keysOf = (names: readonly SettingName[]): string[] => names.map((name) => SETTINGS[name].key)

/**
 * A setting without a row counts as empty rather than as its default, so that the site claims nothing that the dealer
 * has not entered.
 */
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

/** Even if the row holds something else, a page gets only records with the known fields, all of them text. */
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
