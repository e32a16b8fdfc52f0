import { HOUR, MINUTE } from '../lib/units.ts'

/** Of auth, where everything is short: an address, a password, a code, a token of a provider. */
export const MAX_AUTH_BODY_CHARACTERS = 64 * 1024
/** How long six digits from a mail are good, and the code that ends a PKCE flow. */
export const ONE_TIME_CODE_SECONDS = HOUR
export const FLOW_STATE_SECONDS = 5 * MINUTE
/** A second step: how long it waits for its code, how long its name may be, and how long a code that was right counts as recent. */
export const FACTOR_RULES = { challengeSeconds: 5 * MINUTE, nameLength: 100, recentSeconds: 10 * MINUTE } as const
/** How many an account has, how many characters of five bits each has, and how many may be typed for one. */
export const RECOVERY_CODES = { count: 10, length: 10, maxTyped: 40 } as const
/** How long a provider may take to answer, is remembered, and may have signed a token before. */
export const OPENID_RULES = {
  answerMs: 10_000,
  discoveryMs: HOUR * 1000,
  flowSeconds: 10 * MINUTE,
  tokenAgeSeconds: HOUR,
  clockToleranceSeconds: 30,
} as const

/**
 * Names ending in `Address` count by client network; `Account` by email address or user, whether or not the account exists;
 * `Pair` by both together.
 */
export const AUTH_RATES = {
  signupAddress: { points: 60, seconds: HOUR },
  /** Where accounts open without a mail, none can be used to fill somebody's mailbox. */
  signupUnmailedAddress: { points: 300, seconds: HOUR },
  // Of sign-ins, the failures only: whoever signs in often, or from a large office, is never refused.
  passwordAddress: { points: 60, seconds: 5 * MINUTE },
  /** By account and network together: a stranger locks out his own network alone. */
  passwordPair: { points: 10, seconds: 15 * MINUTE },
  /** A browser that signed in to this account before has tries of its own, before the ones above and below. */
  passwordDevice: { points: 10, seconds: 15 * MINUTE },
  /** From all unknown browsers together. Beyond it nobody is locked out, but all of them slow down: see PASSWORD_PAUSE. */
  passwordAccount: { points: 30, seconds: HOUR },
  passwordPause: { points: 1, seconds: MINUTE },
  /** What all networks together may try while they are slowed down. */
  passwordAccountSlow: { points: 20, seconds: MINUTE },
  refreshAddress: { points: 300, seconds: 5 * MINUTE },
  verifyAddress: { points: 30, seconds: 5 * MINUTE },
  /** Wrong codes of six digits for one account. The link beside the code is not held up by them. */
  codeAccount: { points: 10, seconds: HOUR },
  /** Wrong codes of a second step, by account and network together: whoever guesses locks out his own network alone. */
  factorPair: { points: 10, seconds: 15 * MINUTE },
  /** From all networks. */
  factorAccount: { points: 40, seconds: HOUR },
  /** How often one is begun, or asked for. */
  challengePair: { points: 30, seconds: 15 * MINUTE },
  /** Ways to a provider and back. */
  providerAddress: { points: 60, seconds: 5 * MINUTE },
  anonymousAddress: { points: 30, seconds: HOUR },
  mailAddress: { points: 60, seconds: HOUR },
  // One kind of mail to one address: a confirmation does not keep a reset waiting.
  mailAccount: { points: 1, seconds: MINUTE },
  mailAccountHourly: { points: 6, seconds: HOUR },
  textAddress: { points: 20, seconds: HOUR },
  textAccount: { points: 1, seconds: MINUTE },
  textAccountHourly: { points: 6, seconds: HOUR },
  /** All text messages together: what they may cost in an hour. */
  textAll: { points: 500, seconds: HOUR },
  /** Wrong keys only. */
  adminAddress: { points: 20, seconds: 5 * MINUTE },
  updateAccount: { points: 20, seconds: 15 * MINUTE },
} as const
/** How long a network (/24, IPv6 /48) waits between two tries at an account that is being guessed at. */
export const PASSWORD_PAUSE = { firstSeconds: 30, doublesEveryFailures: 10, maxSeconds: 15 * MINUTE } as const
/** How long a browser that signed in is known. */
export const KNOWN_DEVICE_DAYS = 180
