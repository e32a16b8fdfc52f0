import { makeFilesPrivate } from './private-files.ts'

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']

/** One line that says what is wrong. Node reports an address that has several IP addresses as several errors. */
export function failureInWords(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : []
  const { code, message } = first as NodeJS.ErrnoException
  if (code && UNREACHABLE.includes(code))
    return `The database doesn't respond (${message}). Check that it is running, and that DATABASE_URL is right.`
  return first instanceof Error ? message : String(first)
}

/** Runs a command and prints any error as one line. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  makeFilesPrivate()
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${failureInWords(error)}\n`)
    process.exitCode = 1
  }
}
