import { expect, test, vi } from 'vitest'
import { changeLeads, resultInWords } from './bulk-changes.ts'

interface Sent {
  url: string
  body: Record<string, unknown>
}

const { sent, answer } = vi.hoisted(() => ({
  sent: [] as Sent[],
  answer: { of: (_url: string): { status: number; body: unknown } => ({ status: 200, body: [] }) },
}))

vi.mock('#app/lib/backend.ts', async () => {
  const { PostgrestClient } = await import('@supabase/postgrest-js')
  return {
    browserRest: () =>
      new PostgrestClient('http://site.test/rest/v1', {
        fetch: async (input, init) => {
          const url = decodeURIComponent(String(input)).replace('http://site.test/rest/v1', '')
          sent.push({ url, body: JSON.parse(String(init?.body)) as Record<string, unknown> })
          const { status, body } = answer.of(url)
          return Response.json(body, { status })
        },
      }),
  }
})

const idsIn = (url: string) => (/[?&](?:id|lead_id)=in\.\(([^)]*)\)/.exec(url)?.[1] ?? '').split(',')
const echo = (url: string) => ({ status: 200, body: idsIn(url).map((id) => ({ id })) })

test('leads are closed with one request per table', async () => {
  sent.length = 0
  answer.of = echo
  const leads = [
    { kind: 'enquiry', id: 'a' },
    { kind: 'contact', id: 'b' },
    { kind: 'enquiry', id: 'c' },
  ] as const

  expect(await changeLeads(leads, { status: 'closed' })).toEqual({ changed: 3, unchanged: 0, taken: 0 })
  expect(sent).toEqual([
    { url: '/enquiries?id=in.(a,c)&status=neq.Closed&select=id', body: { status: 'Closed' } },
    { url: '/contact_messages?id=in.(b)&status=neq.Closed&select=id', body: { status: 'Closed' } },
  ])
})

test('leads of several kinds are assigned with one request', async () => {
  sent.length = 0
  answer.of = (url) => ({ status: 200, body: [{ lead_id: idsIn(url)[0] }] })
  const leads = [
    { kind: 'enquiry', id: 'a' },
    { kind: 'desk', id: 'b' },
  ] as const

  expect(await changeLeads(leads, { assignee: 'x' })).toEqual({ changed: 1, unchanged: 1, taken: 0 })
  expect(sent).toEqual([
    {
      url: '/lead_desk?kind=in.(enquiry,desk)&lead_id=in.(a,b)&or=(assignee_id.is.null,assignee_id.neq.x)&select=lead_id',
      body: { assignee_id: 'x' },
    },
  ])
})

test('a test drive whose time has been booked again stays closed, and the others are reopened', async () => {
  sent.length = 0
  answer.of = (url) =>
    idsIn(url).includes('taken') ? { status: 409, body: { code: '23505', message: 'duplicate' } } : echo(url)
  const leads = ['a', 'taken', 'b'].map((id) => ({ kind: 'test-drive', id }) as const)

  expect(await changeLeads(leads, { status: 'reopened' })).toEqual({ changed: 2, unchanged: 0, taken: 1 })
})

test('any other refusal is an error', async () => {
  answer.of = () => ({ status: 403, body: { code: '42501', message: 'permission denied' } })

  await expect(changeLeads([{ kind: 'enquiry', id: 'a' }], { status: 'closed' })).rejects.toMatchObject({
    code: '42501',
  })
})

test('the toast says how many leads were changed, and what was refused', () => {
  const none = { changed: 0, unchanged: 0, taken: 0 }
  expect(resultInWords({ status: 'closed' }, { ...none, changed: 1 })).toBe('1 lead closed')
  expect(resultInWords({ status: 'closed' }, { ...none, changed: 2, unchanged: 1 })).toBe(
    '2 leads closed. 1 lead already closed',
  )
  expect(resultInWords({ status: 'reopened' }, { ...none, changed: 3, taken: 1 })).toBe(
    '3 leads reopened. 1 lead not reopened: another customer has booked the time',
  )
  expect(resultInWords({ status: 'reopened' }, { ...none, unchanged: 2 })).toBe('2 leads already open')
  expect(resultInWords({ assignee: 'x' }, { ...none, changed: 2 }, 'Sam')).toBe('2 leads assigned to Sam')
  expect(resultInWords({ assignee: null }, { ...none, changed: 2 })).toBe('2 leads no longer assigned')
})
