import { expect, test } from 'vitest'
import { createFindSources, type DefinitionRow } from './sources.ts'

const table = (name: string, text = '', notifies = true): DefinitionRow => ({ name, text, is_table: true, notifies })
const definition = (name: string, text: string): DefinitionRow => ({ name, text, is_table: false, notifies: false })

const sourcesOf = createFindSources([
  table('vehicles'),
  table('makes'),
  table('config', '(key in (select forecourt.public_keys()))'),
  table('setting_rules'),
  table('secrets', '', false),
  definition('public_keys', 'select key from forecourt.setting_rules'),
  definition('shown', 'select * from public.vehicles join public.makes using (make)'),
  definition('counted', 'select count(*) from public.shown where until >= forecourt.london_today()'),
  definition('london_today', 'select now()::date'),
  definition('age', 'select now() - created_at from public.vehicles'),
  definition('built', `execute format('select %I', 'vehicles')`),
  definition('named', `-- Response cache: only makes is read by execute.\n execute format('select %I', 'makes')`),
  definition('asker', `select current_setting('request.headers') from public.vehicles`),
  definition('around', 'select public.around() from public.vehicles'),
])

test.each([
  ['select * from "public"."vehicles"', ['vehicles']],
  ['select * from public.config', ['config', 'setting_rules']],
  ['select * from public.shown', ['makes', 'vehicles']],
  ['select public.counted()', ['makes', 'vehicles']],
  ['select public.around()', ['vehicles']],
  ['select public.named()', ['makes']],
  ['select 1', []],
  [`select current_setting('response.headers')`, []],
])('%s reads %j', (statement, tables) => expect([...(sourcesOf(statement) ?? [])].sort()).toEqual(tables))

test.each([
  ['a clock', 'select public.age()'],
  ['the request itself', 'select public.asker()'],
  ['a dynamic statement', 'select public.built()'],
  ['a table that does not notify of writes', 'select * from public.secrets'],
])('a statement that depends on %s has no known sources', (_why, statement) => expect(sourcesOf(statement)).toBeNull())
