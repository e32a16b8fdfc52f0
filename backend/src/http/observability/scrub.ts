// Removes personal data from errors and paths before they are logged. A visitor can make either very long, so both are cut
// before they are searched.
import { MAX_LOGGED_MESSAGE_CHARACTERS, MAX_LOGGED_PATH_CHARACTERS, MAX_LOGGED_STACK_CHARACTERS } from './limits.ts'

const CUT = '…'
/** Matches words that may be email addresses. A pattern that looked for the `@` itself would take quadratic time. */
const WORDS = /[^\s"'<>(),;:=/?&]+/g
/** The `@`, both plain and escaped as in a URL. */
const AT = ['@', '%40']
/** What follows in these paths is a secret, which only the owner and the readers of an email know. */
const SECRET_PATHS = ['/dev/mailbox', '/alerts']

const isEmail = (word: string): boolean =>
  AT.some((at) => {
    const place = word.indexOf(at, 1)
    return place > 0 && place + at.length < word.length
  })

const scrubText = (text: string): string => text.replace(WORDS, (word) => (isEmail(word) ? '[email]' : word))

const cut = (text: string, length: number): string => (text.length > length ? text.slice(0, length) + CUT : text)

/** Takes a path without its query. */
export function scrubPath(path: string): string {
  const secret = SECRET_PATHS.find((start) => path.startsWith(`${start}/`))
  if (secret) return secret
  if (path.length <= MAX_LOGGED_PATH_CHARACTERS) return scrubText(path)
  const start = path.slice(0, MAX_LOGGED_PATH_CHARACTERS)
  // Leave out the segment that was cut, which may be half an email address.
  return scrubText(start.slice(0, start.lastIndexOf('/') + 1)) + CUT
}

interface ScrubbedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: ScrubbedError
}

const MAX_CAUSES = 3

const scrubMessage = (message: string): string => scrubText(cut(message, MAX_LOGGED_MESSAGE_CHARACTERS))

/**
 * Logs only these properties, because a database error has the failing row in `detail`, and drivers add properties of
 * their own. A cause that is not an error is left out, because it is the data that a library refused, such as a token.
 */
export function scrubError(error: unknown, depth = 0): ScrubbedError {
  if (!(error instanceof Error)) return { type: typeof error, message: scrubMessage(String(error)) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    type: name,
    message: scrubMessage(message),
    ...(typeof code === 'string' && { code }),
    ...(stack && { stack: scrubStack(stack, message) }),
    ...(cause instanceof Error && depth < MAX_CAUSES && { cause: scrubError(cause, depth + 1) }),
  }
}

/** A stack starts with the message. A long message must not crowd out the lines after it. */
function scrubStack(stack: string, message: string): string {
  const short = stack.replace(message, () => cut(message, MAX_LOGGED_MESSAGE_CHARACTERS))
  return scrubText(cut(short, MAX_LOGGED_STACK_CHARACTERS))
}
