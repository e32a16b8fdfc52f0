import { expect, test } from 'vitest'
import { REMOVED_FEATURES } from './react-router-build.mjs'
import { readSourceFiles } from './source-files.ts'

const names = REMOVED_FEATURES.join('|')
const IMPORTED = new RegExp(`import \\{[^}]*\\b(?:${names})\\b[^}]*\\} from 'react-router'`)
const GIVEN = new RegExp(`<\\w*Link\\b[^>]*\\s(?:${names})=`)

test('no page uses a part of React Router that the build leaves out', () => {
  const pages = readSourceFiles().filter(({ path }) => path.startsWith('site/app/'))

  expect(pages.filter(({ text }) => IMPORTED.test(text) || GIVEN.test(text)).map(({ path }) => path)).toEqual([])
  expect("import { Form, Link } from 'react-router'").toMatch(IMPORTED)
  expect('<TextLink to="/vehicles" prefetch="intent">').toMatch(GIVEN)
})
