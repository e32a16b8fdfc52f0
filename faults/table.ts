import type { Line } from './part.ts'

interface Run {
  command: string
  commit: string
  machine: string
  day: string
}

const HEAD = ['fault', 'rounds', 'writes acknowledged', 'lost', 'duplicated', 'seconds to recover', 'notes']

export function toMarkdown({ command, commit, machine, day }: Run, rows: readonly Line[]): string {
  const cells = rows.map(({ fault, rounds, acknowledged, lost, doubled, secondsToRecover, notes }) => [
    fault,
    rounds,
    acknowledged,
    lost,
    doubled,
    secondsToRecover,
    notes,
  ])
  return [
    `\`${command}\`, commit ${commit}, ${day}, ${machine}:`,
    '',
    ...[HEAD, HEAD.map(() => '---'), ...cells].map((row) => `| ${row.map((cell) => cell ?? '').join(' | ')} |`),
  ].join('\n')
}
