import { expect, test } from 'vitest'
import { MAIL_SERVER_PROBLEMS } from '#supabase/functions/_shared/mail-server.ts'
import { problemInWords } from './mail-server-words.ts'

test('every problem with a mail server is described in words, and the usual ports are named', () => {
  for (const problem of MAIL_SERVER_PROBLEMS) expect(problemInWords(problem).message).toMatch(/\w+ \w+/)
  expect(problemInWords('port')).toEqual({ field: 'port', message: 'Use port 465, 587 or 2525.' })
})
