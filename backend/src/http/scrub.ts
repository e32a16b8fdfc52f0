// What a log may say of an error or a path: never what somebody typed in or was sent by mail.

/** Also as a browser writes it in an address. */
const EMAIL = /[^\s"'<>(),;:=/?&]+(?:@|%40)[^\s"'<>(),;:=/?&]+/gi
const SECRET_PATHS = /^(\/dev\/mailbox)\/.*/

const scrubText = (text: string): string => text.replace(EMAIL, '[e-mail]')

/** Without the query; the mailbox has its token in the path. */
export const scrubPath = (path: string): string => scrubText(path.replace(SECRET_PATHS, '$1'))

interface ScrubbedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: ScrubbedError
}

const MAX_CAUSES = 3

/** A database's error carries the row at fault in `detail`, and drivers hang what they like on theirs: only these are told. */
export function scrubError(error: unknown, depth = 0): ScrubbedError {
  if (!(error instanceof Error)) return { type: typeof error, message: scrubText(String(error)) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    type: name,
    message: scrubText(message),
    ...(typeof code === 'string' && { code }),
    ...(stack && { stack: scrubText(stack) }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: scrubError(cause, depth + 1) }),
  }
}
