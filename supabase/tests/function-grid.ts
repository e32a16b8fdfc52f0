// Which actor may call which function. The arguments are as REST takes them; where possible, they refer to nothing that
// exists, so that the call changes nothing. attacks/suites/routines.ts makes the same calls over HTTP.

import { type Actor, CALL, CALLERS, USER, VEHICLE } from './cast.ts'

export const ACTORS = Object.keys(CALLERS) as Actor[]

const ADMINS: Actor[] = ['admin', 'admin with a factor, aal2']
const STAFF: Actor[] = [...ADMINS, 'sales']
const SERVICE: Actor[] = ['service']
/** Signed in, even if disabled or without the second step. These functions answer about the caller only. */
const SIGNED_IN = ACTORS.filter((actor) => !/^anonymous|^service|ended$/.test(actor))
/** Enabled accounts without two-step verification. The cast's sessions never used it, whatever their tokens say. */
const ACCOUNTS: Actor[] = ['customer', 'another customer', 'admin', 'sales']

const UNKNOWN = '00000000-0000-4000-8000-0000000000ee'
const NO_PARTS = { _images: null, _features: null, _specifications: null }
const EDIT = { _vehicle: { id: VEHICLE.listed, title: 'X' }, ...NO_PARTS }
const NEW_CAR = {
  title: 'X',
  make: 'X',
  model: 'X',
  year: 2000,
  price: 1,
  mileage: 1,
  fuel_type: 'Petrol',
  transmission: 'Manual',
}
const NAMES = { _first_name: 'X', _last_name: 'X', _email: 'dave@example.com', _phone: '1', _role: 'user' }

export interface FunctionCall {
  name: string
  args: Record<string, unknown>
  /** The actors who are not refused. */
  actors: readonly Actor[]
}

const call = (name: string, actors: readonly Actor[], args: FunctionCall['args'] = {}): FunctionCall => ({
  name,
  args,
  actors,
})

export const FUNCTION_CALLS: readonly FunctionCall[] = [
  call('find_filter_options', ACTORS),
  call('find_search_vehicles', ACTORS),
  call('search_vehicles', ACTORS, { _search: { words: [['alvis']] } }),
  call('taken_test_drive_times', ACTORS, { _vehicle_id: VEHICLE.listed, _from: '2026-11-18' }),

  call('staff_access', [...SIGNED_IN, ...SERVICE]),
  call('has_role', [...SIGNED_IN, ...SERVICE], { _user_id: USER.admin, _role: 'admin' }),
  call('my_lead_events', SIGNED_IN),
  call('my_data', ACCOUNTS),
  call('my_sessions', ACCOUNTS),
  call('sync_saved_vehicles', [...ACCOUNTS, 'admin with a factor, aal2'], { _added: null, _removed: null }),
  call('my_alerts', [...ACCOUNTS, 'admin with a factor, aal2']),
  call('ask_for_my_alert', [...ACCOUNTS, 'admin with a factor, aal2'], { _about: { vehicle_id: UNKNOWN } }),
  call('end_my_alerts', [...ACCOUNTS, 'admin with a factor, aal2'], { _id: UNKNOWN }),
  call('end_my_session', ACCOUNTS, { _session_id: UNKNOWN }),
  call('cancel_my_test_drive', ACCOUNTS, { _id: UNKNOWN }),
  call('ask_for_another_time', ACCOUNTS, { _id: UNKNOWN, _message: 'Later' }),
  // Needs a password that was entered a moment ago.
  call('delete_my_account', []),

  call(
    'max_vehicle_images',
    ACTORS.filter((actor) => actor !== 'anonymous'),
  ),
  // Empty for everyone but staff.
  call('stock_list', [...SIGNED_IN, ...SERVICE], { _state: 'Draft' }),

  call('vehicles_by_code', [...STAFF, ...SERVICE], { _text: 'AB12' }),
  call('desk_counts', [...STAFF, ...SERVICE]),
  call('expiring_leads', [...STAFF, ...SERVICE]),
  call('keep_pictures', [...STAFF, ...SERVICE], { _urls: ['x'] }),
  call('merge_people', [...STAFF, ...SERVICE], { _person_id: UNKNOWN, _into: UNKNOWN }),
  call('undo_merge', [...STAFF, ...SERVICE], { _person_id: UNKNOWN }),
  call('save_vehicle', [...STAFF, ...SERVICE], EDIT),
  call('save_vehicle_record', [...STAFF, ...SERVICE], { ...EDIT, _record: { identity: {} } }),
  call('reserve_vehicle', [...STAFF, ...SERVICE], { _vehicle_id: UNKNOWN, _until: null }),
  call('preview_vehicle_changes', [...STAFF, ...SERVICE], { _ids: [UNKNOWN], _change: { kind: 'feature' } }),
  call('change_vehicles', [...STAFF, ...SERVICE], { _vehicles: { [UNKNOWN]: null }, _change: { kind: 'feature' } }),
  call('undo_vehicle_changes', [...STAFF, ...SERVICE], { _id: UNKNOWN }),
  call('rename_make', [...STAFF, ...SERVICE], { _make: 'No such make', _name: 'X' }),
  call('rename_model', [...STAFF, ...SERVICE], { _make: 'No such make', _model: 'X', _name: 'Y' }),
  call('search_inbox', [...STAFF, ...SERVICE], { _words: ['carol'] }),
  call('reply_templates', STAFF),
  call('what_to_buy', [...STAFF, ...SERVICE]),
  call('send_reply', STAFF, { _id: UNKNOWN, _kind: 'desk', _lead_id: CALL, _subject: 'X', _body: 'X' }),
  call('resend_reply', STAFF, { _id: UNKNOWN }),

  call('save_vehicle_record', [...ADMINS, ...SERVICE], { _vehicle: NEW_CAR, ...NO_PARTS, _record: { ledger: {} } }),
  call('change_vehicles', [...ADMINS, ...SERVICE], { _vehicles: { [UNKNOWN]: null }, _change: { kind: 'delete' } }),
  call('delete_unused_makes', [...ADMINS, ...SERVICE], { _make: 'No such make' }),
  call('backup_status', [...ADMINS, ...SERVICE]),
  call('choose_demo_vehicles', [...ADMINS, ...SERVICE]),
  call('remove_demo_vehicles', [...ADMINS, ...SERVICE], { _removal: UNKNOWN }),
  call('erase_person', [...ADMINS, ...SERVICE], { _person_id: UNKNOWN }),
  call('export_person', [...ADMINS, ...SERVICE], { _person_id: UNKNOWN }),
  call('first_steps', [...ADMINS, ...SERVICE]),
  call('put_undelivered_aside', [...ADMINS, ...SERVICE], { _queue: 'mail' }),
  call('release_outgoing', [...ADMINS, ...SERVICE]),
  call('request_backup', [...ADMINS, ...SERVICE]),
  call('retry_undelivered', [...ADMINS, ...SERVICE]),
  call('save_page', [...ADMINS, ...SERVICE], { _id: UNKNOWN, _page: { path: '/guides/x', title: 'X' } }),
  call('unpublish_page', [...ADMINS, ...SERVICE], { _id: UNKNOWN }),
  call('save_settings', [...ADMINS, ...SERVICE], { changes: { COMPANY_NAME: 'X' }, seen: {} }),
  call('seed_vehicle', [...ADMINS, ...SERVICE], { _vehicle: NEW_CAR, ...NO_PARTS }),
  call('set_customer_disabled', [...ADMINS, ...SERVICE], { _customer_id: UNKNOWN, _disabled: true }),
  call('staff_members', [...ADMINS, ...SERVICE]),
  call('system_status', [...ADMINS, ...SERVICE]),
  call('update_customer', [...ADMINS, ...SERVICE], { _customer_id: UNKNOWN, ...NAMES }),
  call('welcome_colleague', [...ADMINS, ...SERVICE], { _user_id: UNKNOWN }),
  call('find_account_email', ADMINS, { _user_id: USER.another }),
  call('hide_first_steps', ADMINS, { _hidden: true }),
  call('publish_settings', ADMINS, { tab: 'pages', changes: {}, seen: null }),
  call('send_test_mail', ADMINS),
  call('reset_second_steps', ['admin with a factor, aal2', ...SERVICE], { _user_id: UNKNOWN }),
]

/** Policies call these, so everyone may. accounts.test.ts, staff.test.ts and session-check.test.ts test what they answer. */
export const QUESTIONS: readonly string[] = ['is_admin', 'is_staff']

export const SERVICE_FUNCTIONS: readonly string[] = [
  'add_contact_phone',
  'begin_autotrader_sync',
  'claim_jobs',
  'create_captcha_pass',
  'find_autotrader_vehicle',
  'finish_autotrader_sync',
  'has_recent_lead',
  'keep_contact_message',
  'load_function_state',
  'next_job_seconds',
  'postpone_job',
  'read_autotrader_setting',
  'read_autotrader_sync',
  'release_jobs',
  'request_autotrader_sync',
  'save_function_state',
  'take_captcha_pass',
  'take_limit',
]
