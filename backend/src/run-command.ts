import { makeFilesPrivate } from './private-files.ts'

/** A command from start to end: what goes wrong is one line for whoever runs it. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  makeFilesPrivate()
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
