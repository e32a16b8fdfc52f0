// Runs a Dockerfile without Docker: every stage is a folder, COPY copies files (respecting .dockerignore) and RUN runs
// commands. Supports what deploy/Dockerfile uses, and throws on anything else.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** The file's instructions, in order: `['COPY', 'package.json ./']`. */
export function readDockerfile(file) {
  return readFileSync(file, 'utf8')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
      if (!name) throw new Error(`Not an instruction: ${line}`)
      return [name.toUpperCase(), rest.trim()]
    })
}

/** The parts of a COPY: stage, sources, destination. */
export function readCopy(rest) {
  const words = rest.split(/\s+/)
  const from = words[0].startsWith('--from=') ? words.shift().slice('--from='.length) : null
  const to = words.pop()
  return { from, sources: words, to }
}

export function readIgnored(file) {
  const patterns = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const escaped = line.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      return new RegExp(`^${escaped.replaceAll('**/', '(?:.*/)?').replaceAll(/(?<!\.|\))\*/g, '[^/]*')}(?:/|$)`)
    })
  return (path) => patterns.some((pattern) => pattern.test(path))
}

/** @returns the last stage: its folder, working folder, environment, user, command, health check. */
export function carryOut({ dockerfile, context, ignored, into, say = () => {} }) {
  const stages = new Map()
  let stage
  for (const [name, rest] of readDockerfile(dockerfile)) {
    if (name === 'FROM') {
      const [base, , alias = String(stages.size)] = rest.split(/\s+/)
      stage = { base, root: join(into, alias), workdir: '/', env: {}, user: null, cmd: null, health: null, ports: [] }
      stages.set(alias, stage)
      mkdirSync(stage.root, { recursive: true })
    } else if (name === 'WORKDIR') {
      stage.workdir = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
    } else if (name === 'ENV') {
      for (const pair of rest.split(/\s+/)) stage.env[pair.split('=')[0]] = pair.slice(pair.indexOf('=') + 1)
    } else if (name === 'COPY') copy(rest)
    else if (name === 'RUN') runInStage(rest)
    else if (name === 'USER') stage.user = rest
    else if (name === 'CMD') stage.cmd = JSON.parse(rest)
    else if (name === 'HEALTHCHECK') stage.health = JSON.parse(rest.slice(rest.indexOf('CMD') + 3))
    else if (name === 'EXPOSE') stage.ports.push(Number(rest))
    else if (!['VOLUME', 'STOPSIGNAL'].includes(name)) throw new Error(`${name} is not supported`)
  }
  return stage

  function copy(rest) {
    const { from, sources, to } = readCopy(rest)
    const base = from ? stages.get(from).root : context
    const isIgnored = from ? () => false : ignored
    const folder = join(stage.root, stage.workdir, to)
    for (const source of sources) {
      const path = join(base, source)
      if (!existsSync(path)) throw new Error(`COPY ${source}: no such file or folder`)
      if (!statSync(path).isDirectory()) {
        mkdirSync(folder, { recursive: true })
        cpSync(path, join(folder, basename(path)))
        continue
      }
      mkdirSync(folder, { recursive: true })
      for (const name of readdirSync(path)) {
        if (isIgnored(relative(base, join(path, name)))) continue
        cpSync(join(path, name), join(folder, name), {
          recursive: true,
          verbatimSymlinks: true,
          filter: (each) => !isIgnored(relative(base, each)),
        })
      }
    }
  }

  function runInStage(command) {
    say(`RUN ${command}`)
    // Absolute paths must stay inside the stage.
    const here = command.replaceAll(/(?<=\s)\/(data|backups)\b/g, (path) => join(stage.root, path))
    const { status } = spawnSync('sh', ['-ceu', here], {
      cwd: join(stage.root, stage.workdir),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...stage.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) throw new Error(`RUN ${command}: exit code ${status}`)
  }
}
