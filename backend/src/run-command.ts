import { makeFilesPrivate } from './private-files.ts'

/** Runs a command and prints any error as one line. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  makeFilesPrivate()
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
