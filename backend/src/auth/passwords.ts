import { hash, verify } from '@node-rs/argon2'
import { MAX_PASSWORD_BYTES } from '../../../supabase/functions/_shared/lengths.ts'
import { type AuthSettings, DEFAULT_AUTH_SETTINGS } from '../config/auth-settings.ts'
import type { Queryable } from '../db/database.ts'
import { readSettings } from '../db/read-settings.ts'
import type { PasswordHasher } from './deps.ts'
import { isEasyToGuess } from './easy-passwords.ts'
import { AuthError } from './errors.ts'

/** GoTrue's message for a common password. */
const EASY_PASSWORD_MESSAGE = 'Password is known to be weak and easy to guess, please choose a different one.'
/** Hashing shares a thread pool with file access, so some threads must be left free. */
const MAX_AT_ONCE = 2
const MAX_WAITING = 100

/** OWASP's smallest recommended setting. */
const RECOMMENDED_COST = { memoryCost: 19_456, timeCost: 2 }

export function argon2id(cost = RECOMMENDED_COST): PasswordHasher {
  return {
    hash: (password) => hash(password, { ...cost, parallelism: 1 }),
    verify: (stored, password) => verify(stored, password),
  }
}

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Without a stored hash, does the same work and returns false, so that a sign-in to an unknown account takes as long
   * as one with a wrong password.
   */
  matches(stored: string | null | undefined, password: string): Promise<boolean>
}

export function createPasswords(hasher: PasswordHasher = argon2id()): Passwords {
  const inTurn = createQueue(MAX_AT_ONCE, MAX_WAITING)
  let decoy: Promise<string> | undefined

  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    async matches(stored, password) {
      decoy ??= hasher.hash('no account has this password')
      const known = stored?.startsWith('$argon2') ? stored : null
      const isMatch = await inTurn(async () => hasher.verify(known ?? (await (decoy as Promise<string>)), password))
      return isMatch && known !== null
    },
  }
}

/** `words` contains the terms that an attacker may associate with the account. */
export function requireGoodPassword(
  password: string,
  words: readonly string[] = [],
  rules: Pick<AuthSettings['password'], 'minLength' | 'requiredCharacters'> = DEFAULT_AUTH_SETTINGS.password,
): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES)
    throw new AuthError('validation_failed', `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`)
  if ([...password].length < rules.minLength)
    throw new AuthError('weak_password', `Password should be at least ${rules.minLength} characters.`, {
      weakPasswordReasons: ['length'],
    })
  if (!rules.requiredCharacters.every((set) => [...set].some((character) => password.includes(character))))
    throw new AuthError(
      'weak_password',
      `Password should contain at least one character of each: ${rules.requiredCharacters.join(', ')}.`,
      { weakPasswordReasons: ['characters'] },
    )
  if (isEasyToGuess(password, words))
    throw new AuthError('weak_password', EASY_PASSWORD_MESSAGE, { weakPasswordReasons: ['pwned'] })
}

/** The terms that an attacker would try first for this account: its email address and the site's names. */
export async function guessableWords(db: Queryable, email: string, siteUrl?: string): Promise<string[]> {
  const { companyName } = await readSettings(db, ['companyName'])
  const host = siteUrl ? new URL(siteUrl).hostname.replace(/^www\./, '').split('.')[0] : undefined
  return [email, companyName, host].filter((word) => word != null)
}

/**
 * Runs at most `limit` tasks at once. Rejects new tasks once `maxWaiting` are queued, so that a flood cannot exhaust
 * memory.
 */
function createQueue(limit: number, maxWaiting: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) {
      if (waiting.length >= maxWaiting)
        throw new AuthError('request_timeout', 'The service is busy. Please try again', { retryAfterSeconds: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The slot passes straight to the next task, so that no new one can jump the queue.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
