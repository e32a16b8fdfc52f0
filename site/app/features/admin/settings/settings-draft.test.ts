import { expect, test } from 'vitest'
import { settingsOfTab, toSettings } from '#supabase/functions/_shared/settings.ts'
import { applyDraft, type SettingsDraft, settingsDraft } from './settings-draft.ts'
import { toSave, toStored } from './stored-settings.ts'

const NOTHING = toSettings(settingsOfTab('notifications'), [])
const stored = (values: Record<string, string>, seen: number | null = null) => ({
  ...toStored(
    'notifications',
    Object.entries(values).map(([key, value]) => ({ key, value })),
    NOTHING,
  ),
  seen,
})
const opened = stored({ MAIL_REPLY_TO: 'desk@example.com', MAIL_CLOSING_LINE: 'Before' }, 1)
const draft: SettingsDraft<'notifications'> = {
  values: { ...opened.values, closingLine: 'Drafted' },
  savedAt: '2026-11-18T10:00:00Z',
  ...settingsDraft('notifications', opened).base,
}

test('a draft restores its edits and leaves the rest as it is stored now', () => {
  const now = stored({ MAIL_REPLY_TO: 'office@example.com', MAIL_CLOSING_LINE: 'Before' }, 2)

  const { filled, mine } = applyDraft('notifications', draft, now)

  expect(mine).toEqual({ ...now.values, closingLine: 'Drafted' })
  expect(filled.seen).toBe(2)
  expect(toSave(mine, filled).changes).toEqual({ MAIL_CLOSING_LINE: 'Drafted' })
})

test('a draft of a setting that was changed elsewhere since is saved against the version it was made on', () => {
  const now = stored({ MAIL_REPLY_TO: 'desk@example.com', MAIL_CLOSING_LINE: 'Theirs' }, 2)

  const { filled, mine } = applyDraft('notifications', draft, now)

  expect(filled.seen).toBe(1)
  expect(toSave(mine, filled)).toMatchObject({
    changes: { MAIL_CLOSING_LINE: 'Drafted' },
    seen: { MAIL_CLOSING_LINE: 'Before' },
  })
})

test('a draft from an earlier version of the software takes the settings that it lacks from the site', () => {
  const { replyTo, ...older } = draft.values
  const { replyTo: _, ...olderBase } = draft.base.values
  const odd = { ...draft, values: { ...older, gone: 'x' }, base: { ...draft.base, values: olderBase } }

  const { mine } = applyDraft('notifications', odd as unknown as SettingsDraft<'notifications'>, opened)

  expect(mine).toEqual({ ...opened.values, closingLine: 'Drafted' })
})
