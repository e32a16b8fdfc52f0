// What is answered from memory: the site's files and pages, and what strangers read through rest.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import type { Backend } from './app.ts'
import type { Config } from './config.ts'
import { createKeptAnswers, type Understand } from './http/kept-answers.ts'
import type { Logger } from './http/log.ts'
import { understandFiles, understandPages } from './http/page-questions.ts'
import { understandRest } from './http/rest-questions.ts'
import type { Site } from './http/site.ts'
import { DECISIVE_HEADERS } from './rest/plan-cache.ts'

interface AnswersDeps {
  app: Hono
  config: Config
  log: Logger
  backend: Backend | null
  site: Site | null
  /** Answers whatever has to be made anew. */
  pass(request: IncomingMessage, response: ServerResponse): void
}

const FIGURES_EVERY_MS = 60_000

/** Stands before everything else. In development nothing is kept. */
export async function createAnswers({ app, config, log, backend, site, pass }: AnswersDeps) {
  if (site?.mode === 'development' || !config.keepAnswers) return pass
  const origin = config.siteUrl
  const understand: Understand[] = []
  if (site?.clientDir) understand.push(understandFiles(site.clientDir, origin))
  if (backend) {
    understand.push(understandRest({ publishableKey: backend.publishableKey, origin, decisive: DECISIVE_HEADERS }))
  }
  if (site) understand.push(understandPages(await site.loadBuild(), origin))
  const changes = backend?.changes ?? null
  const kept = createKeptAnswers({ understand, changes, pass, fetch: (request, env) => app.fetch(request, env) })
  // A line for each would cost more than the answer.
  setInterval(() => {
    const figures = kept.takeFigures()
    if (figures.hits + figures.misses > 0) log.info({ event: 'answers_from_memory', ...figures })
  }, FIGURES_EVERY_MS).unref()
  return kept.listener
}
