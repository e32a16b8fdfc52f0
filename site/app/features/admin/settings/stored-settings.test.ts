import { expect, test } from 'vitest'
import { settingsOfTab, toSettings } from '#supabase/functions/_shared/settings.ts'
import { changesSince, rebase, toSave, toStored } from './stored-settings.ts'

const NOTHING = toSettings(settingsOfTab('notifications'), [])
const FORMER = { address: 'former@example.com', about: 'everything' }
const OFFICE = { address: 'office@example.com', about: 'enquiry' }

const stored = (values: Record<string, string>) =>
  toStored(
    'notifications',
    Object.entries(values).map(([key, value]) => ({ key, value })),
    NOTHING,
  )

const filled = stored({
  NOTIFY_ENQUIRY: 'true',
  NOTIFY_ALSO: JSON.stringify([FORMER]),
  MAIL_REPLY_TO: ' desk@example.com ',
  MAIL_CLOSING_LINE: '',
})

test('a setting without a row keeps its last known value', () => {
  const known = { ...NOTHING, replyTo: 'desk@example.com', closingLine: 'Goodbye' }

  expect(toStored('notifications', [{ key: 'MAIL_REPLY_TO', value: '' }], known).values).toEqual({
    ...known,
    replyTo: '',
  })
})

test('a save sends new values for the changed settings only, together with all the values that the form was loaded with', () => {
  const { changes, seen } = toSave({ ...filled.values, closingLine: 'Goodbye', notifyEnquiry: false }, filled)

  expect(changes).toEqual({ MAIL_CLOSING_LINE: 'Goodbye', NOTIFY_ENQUIRY: 'false' })
  expect(seen).toMatchObject({ MAIL_REPLY_TO: ' desk@example.com ', NOTIFY_ALSO: JSON.stringify([FORMER]) })
})

test('an untouched form saves nothing, whatever the format of the rows', () => {
  expect(toSave(filled.values, filled).changes).toEqual({})
  const odd = stored({ NOTIFY_ALSO: 'no list', MAIL_CLOSING_LINE: ' Goodbye ' })
  expect(toSave(odd.values, odd).changes).toEqual({})
})

test('after a conflict, untouched fields take the other admin’s values and edited fields keep the edits', () => {
  const theirs = stored({ NOTIFY_ALSO: '[]', MAIL_REPLY_TO: '', MAIL_CLOSING_LINE: 'Theirs' })
  const rebased = rebase('notifications', filled, theirs, { ...filled.values, closingLine: 'Mine' })

  expect(rebased.mine).toMatchObject({ notifyAlso: [], replyTo: '', closingLine: 'Mine' })
  expect(toSave(rebased.mine, rebased.filled)).toEqual({
    changes: { MAIL_CLOSING_LINE: 'Mine' },
    seen: { NOTIFY_ALSO: '[]', MAIL_REPLY_TO: '', MAIL_CLOSING_LINE: '' },
  })
})

test('the next save replaces another admin’s version only if the edits do not conflict with it', () => {
  const was = { ...filled, seen: 1 }
  const theirs = (values: Record<string, string>) => ({ ...stored(values), seen: 2 })
  const mine = { ...filled.values, closingLine: 'Mine' }

  expect(rebase('notifications', was, theirs({ NOTIFY_ALSO: '[]', MAIL_CLOSING_LINE: '' }), mine).filled.seen).toBe(2)
  expect(rebase('notifications', was, theirs({ MAIL_CLOSING_LINE: 'Mine' }), mine).filled.seen).toBe(2)
  expect(rebase('notifications', was, theirs({ MAIL_CLOSING_LINE: 'Theirs' }), mine).filled.seen).toBe(1)
})

test('a conflict lists the settings that the other save changed', () => {
  const theirs = stored({ NOTIFY_ENQUIRY: 'false', NOTIFY_ALSO: '[]', MAIL_REPLY_TO: 'desk@example.com' })
  const mine = { ...filled.values, notifyEnquiry: false, notifyAlso: [FORMER, OFFICE] }

  expect(changesSince('notifications', filled.values, theirs.values, mine)).toEqual([
    { label: 'New enquiries', before: 'Yes', now: 'No', mine: null },
    {
      label: 'Additional recipients',
      before: 'former@example.com: Everything',
      now: 'none',
      mine: 'former@example.com: Everything, office@example.com: Enquiries',
    },
  ])
})
