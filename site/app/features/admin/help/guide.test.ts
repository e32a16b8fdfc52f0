import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { plainText } from '#app/lib/rich-text.ts'
import { type GuidePart, readGuide } from './guide.server.ts'

const docs = resolve(import.meta.dirname, '../../../../../docs')
const { intro, chapters } = readGuide()
const parts = chapters.flatMap((chapter) => chapter.parts)
const textOf = (part: GuidePart) => (part.kind === 'text' ? plainText(part.blocks) : '')

test('the guide has a chapter for everything that a new dealer does', () => {
  expect(plainText(intro)).toContain('the person who runs the dealership')
  expect(chapters.map(({ title }) => title)).toEqual([
    'Your first hour',
    'Adding cars',
    'Working with many cars',
    'Enquiries and test drives',
    'People',
    'Email alerts',
    'What to buy',
    'Activity',
    'Settings',
    'Guides',
    'Email',
    'Backups',
    'Looking after the computer',
  ])
  expect(new Set(chapters.map(({ id }) => id)).size).toBe(chapters.length)
})

test('every picture in the guide exists', () => {
  const files = parts.flatMap((part) => (part.kind === 'picture' ? [part.file] : []))

  expect(files.length).toBeGreaterThan(4)
  for (const file of files) expect(existsSync(resolve(docs, 'dealer-guide', file)), file).toBe(true)
})

test('nothing in the guide is left as Markdown, and wrapped lines are joined', () => {
  const text = parts.map(textOf).join('\n')

  expect(text).not.toMatch(/\*\*|```|\]\(|^#/m)
  expect(text).toContain('that were shown when the site was first started')
  expect(text).toContain('Backing up and restoring explains how')
})

test('the guide shows where environment variables go, line by line', () => {
  expect(parts).toContainEqual({
    kind: 'code',
    text: 'SITE_URL=https://www.yourname.co.uk\nBACKUP_DIR=/backups/website',
  })
})
