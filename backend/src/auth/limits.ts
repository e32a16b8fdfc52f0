import { HOUR, MINUTE } from '../lib/units.ts'

/** The longest request body. Every field is short, such as an email address, a password, a code or a provider's token. */
export const MAX_AUTH_BODY_CHARACTERS = 64 * 1024
/** How long a six-digit code from an email is valid. */
export const ONE_TIME_CODE_SECONDS = HOUR
/** How long the code that completes a PKCE flow is valid. */
export const FLOW_STATE_SECONDS = 5 * MINUTE
/**
 * Two-step verification: how long a challenge stays open, the maximum length of a factor's name in characters, how long
 * after a correct code the second step counts as recent, and the longest text in a QR code (version 20 at level L, which
 * a phone can still read from a screen).
 */
export const FACTOR_RULES = {
  challengeSeconds: 5 * MINUTE,
  nameLength: 100,
  recentSeconds: 10 * MINUTE,
  uriLength: 858,
} as const
/**
 * Recovery codes per account, characters per code (five bits each), and the maximum number of characters a user may type
 * for one code.
 */
export const RECOVERY_CODES = { count: 10, length: 10, maxTyped: 40 } as const
/**
 * OpenID providers: the timeout for each request, how long the discovery document is cached, how long a sign-in may take,
 * the maximum age of an ID token, and the tolerated clock difference.
 */
export const OPENID_RULES = {
  timeoutMs: 10_000,
  discoveryCacheMs: HOUR * 1000,
  flowSeconds: 10 * MINUTE,
  tokenAgeSeconds: HOUR,
  clockToleranceSeconds: 30,
} as const

/**
 * Rate limits, which allow `points` requests in `seconds`. The name shows what a limit applies to: `Address` is one
 * client network, `Account` is one email address or user, whether or not the account exists, and `Pair` is one account
 * on one network.
 */
export const AUTH_RATES = {
  signupAddress: { points: 60, seconds: HOUR },
  /** With autoconfirm no email is sent, so sign-ups cannot be used to flood a mailbox. */
  signupUnmailedAddress: { points: 300, seconds: HOUR },
  // Only failed attempts count towards the password limits, so frequent sign-ins, or many from one office, are never
  // refused.
  passwordAddress: { points: 60, seconds: 5 * MINUTE },
  /** Applies per account and network, so an attacker locks out only their own network. */
  passwordPair: { points: 10, seconds: 15 * MINUTE },
  /** A browser that has signed in to this account before has its own allowance, which is used before the shared ones. */
  passwordDevice: { points: 10, seconds: 15 * MINUTE },
  /** All unknown browsers share this limit. Above it they are slowed down rather than locked out: see PASSWORD_PAUSE. */
  passwordAccount: { points: 30, seconds: HOUR },
  passwordPause: { points: 1, seconds: MINUTE },
  /** Attempts on one account, from all networks together, while sign-ins to it are being slowed down. */
  passwordAccountSlow: { points: 20, seconds: MINUTE },
  refreshAddress: { points: 300, seconds: 5 * MINUTE },
  verifyAddress: { points: 30, seconds: 5 * MINUTE },
  /** Wrong six-digit codes for one account. They do not block the link in the same email. */
  codeAccount: { points: 10, seconds: HOUR },
  /** Wrong second-step codes per account and network, so an attacker locks out only their own network. */
  factorPair: { points: 10, seconds: 15 * MINUTE },
  /** Wrong second-step codes for one account from all networks. */
  factorAccount: { points: 40, seconds: HOUR },
  /** Requests to set up a second step or to start a challenge. */
  challengePair: { points: 30, seconds: 15 * MINUTE },
  /** Redirects to a provider, and callbacks from it. */
  providerAddress: { points: 60, seconds: 5 * MINUTE },
  anonymousAddress: { points: 30, seconds: HOUR },
  mailAddress: { points: 60, seconds: HOUR },
  // Applies per kind of email and address, so that a confirmation does not delay a password reset.
  mailAccount: { points: 1, seconds: MINUTE },
  mailAccountHourly: { points: 6, seconds: HOUR },
  textAddress: { points: 20, seconds: HOUR },
  textAccount: { points: 1, seconds: MINUTE },
  textAccountHourly: { points: 6, seconds: HOUR },
  /** All text messages together, to cap their hourly cost. */
  textAll: { points: 500, seconds: HOUR },
  /** Only wrong secret keys count towards this limit. */
  adminAddress: { points: 20, seconds: 5 * MINUTE },
  updateAccount: { points: 20, seconds: 15 * MINUTE },
} as const
/** How long a network (/24, or /48 for IPv6) must wait between attempts on an account that has had too many failed ones. */
export const PASSWORD_PAUSE = { firstSeconds: 30, doublesEveryFailures: 10, maxSeconds: 15 * MINUTE } as const
/** How long a browser counts as known after a sign-in. */
export const KNOWN_DEVICE_DAYS = 180
