// Every value that a caller sends is a parameter: none of the caller's text becomes part of a statement. The only
// exceptions are anonymous reads with inlined values (see PlainLiterals), where only values that cannot break out of
// quotes are inlined.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRequest } from '../parse/parse-request.ts'
import { COMPARISONS, SEARCHES } from '../parse/rest-request.ts'
import { planRequest } from '../plan/plan-request.ts'
import { dealershipCatalog } from '../testing/dealership-catalog.ts'
import { toSql, toWholeSql } from './to-sql.ts'

const CANARY = 'CANARY'

const planFor = (method: string, path: string, parameters: [string, string][], body: string | null = null) => {
  const search = new URLSearchParams(parameters).toString()
  const head = { method, path, search, headers: new Headers({ prefer: 'return=representation, count=exact' }) }
  return planRequest(parseRequest(head, body, ['public']), dealershipCatalog, { maxRows: 1000 })
}

const statementFor = (...request: Parameters<typeof planFor>) => toSql(planFor(...request)).main

const wholeFor = (parameters: [string, string][]) => {
  const plan = planFor('GET', '/vehicles', parameters)
  return plan.kind === 'read' ? toWholeSql(plan, 1000) : null
}

const expectOnlyInValues = ({ text, values }: { text: string; values?: readonly unknown[] }) => {
  expect(text).not.toContain(CANARY)
  expect(JSON.stringify(values)).toContain(CANARY)
}

/** Text that would break out of quotes, comments and lists if it were inlined. */
const hostile = fc
  .array(
    fc.constantFrom("'", '"', ';', '--', '/*', '\\', '$1', '$$', ')', '(', ',', '%', '*', ' or 1=1', '{', '}', 'é'),
  )
  .map((parts) => `${parts.join('')}${CANARY}`)

const quoted = (value: string) => `"${value.replace(/[\\"]/g, '\\$&')}"`

describe('values', () => {
  test('values in filters are parameters, whatever the operator', () => {
    const filter = fc.oneof(
      fc.tuple(fc.constantFrom(...COMPARISONS), hostile).map(([operator, value]) => `${operator}.${value}`),
      fc.tuple(fc.constantFrom(...SEARCHES), hostile).map(([operator, value]) => `${operator}(english).${value}`),
      fc.array(hostile, { minLength: 1 }).map((values) => `in.(${values.map(quoted).join(',')})`),
    )
    fc.assert(
      fc.property(filter, fc.constantFrom('title', 'extras->a', 'vehicle_images.image_url'), (value, column) => {
        expectOnlyInValues(
          statementFor('GET', '/vehicles', [
            ['select', 'id,vehicle_images(id)'],
            [column, value],
          ]),
        )
      }),
    )
  })

  test('values inside and/or trees are parameters', () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const tree = `(title.eq.${quoted(a)},not.and(price.gt.${quoted(b)},title.in.(${quoted(a)})))`
        expectOnlyInValues(statementFor('GET', '/vehicles', [['or', tree]]))
      }),
    )
  })

  test('the keys in JSON paths are parameters', () => {
    fc.assert(
      fc.property(hostile, (key) => {
        const path = `extras->${quoted(key)}`
        expectOnlyInValues(
          statementFor('GET', '/vehicles', [
            ['select', `a:${path}`],
            ['order', path],
          ]),
        )
      }),
    )
  })

  test('values in bodies are parameters', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const body = JSON.stringify({ title: value, extras: { [value]: value } })
        expectOnlyInValues(statementFor('POST', '/vehicles', [], body))
        expectOnlyInValues(statementFor('PATCH', '/vehicles', [['id', `eq.${value}`]], body))
        expectOnlyInValues(statementFor('PUT', '/vehicles', [['id', `eq.${value}`]], JSON.stringify({ id: value })))
        expectOnlyInValues(statementFor('DELETE', '/vehicles', [['id', `eq.${value}`]]))
      }),
    )
  })

  test('the values of function arguments are parameters', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expectOnlyInValues(
          statementFor('GET', '/rpc/has_role', [
            ['_user_id', value],
            ['_role', value],
          ]),
        )
        expectOnlyInValues(statementFor('POST', '/rpc/has_role', [], JSON.stringify({ _user_id: value, _role: value })))
      }),
    )
  })

  test('values are inlined only if all of them are plain, and only in quotes', () => {
    const anyText = fc.oneof(
      hostile,
      fc.string(),
      fc.string({ unit: fc.constantFrom('a', 'Z', '7', ' ', '.', '-', '%') }),
    )
    fc.assert(
      fc.property(fc.constantFrom('eq', 'gte', 'like', 'match'), anyText, anyText, (operator, a, b) => {
        const whole = wholeFor([
          ['title', `${operator}.${a}`],
          ['price', `eq.${b}`],
        ])
        const isPlain = [a, b].every((value) => !/[^A-Za-z0-9_ .:+%*-]/.test(value) && value.length <= 100)
        const pattern = operator === 'like' ? a.replaceAll('*', '%') : a
        if (!isPlain || `${pattern}${b}`.includes('*')) expect(whole).toBeNull()
        else {
          expect(whole).not.toMatch(/\$\d/)
          expect(whole).toContain(`'${pattern}') and (t0."price" = '${b}')`)
        }
      }),
    )
  })
})
