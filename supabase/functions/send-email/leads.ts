import type { Rpc } from '../_shared/rpc.ts'
import type { SendEmailDeps } from './handler.ts'

type Leads = Pick<SendEmailDeps, 'takeLimit' | 'hasRecentLead' | 'storeContactMessage' | 'addContactPhone'>

export const createLeads = (rpc: Rpc): Leads => ({
  takeLimit: (key, max, seconds) => rpc<boolean>('take_limit', { _key: key, _max: max, _seconds: seconds }),
  hasRecentLead: (kind, email) => rpc<boolean>('has_recent_lead', { _kind: kind, _email: email }),
  storeContactMessage: ({ name, email, phone, message, userId }) =>
    rpc('keep_contact_message', { _name: name, _email: email, _phone: phone, _message: message, _user_id: userId }),
  addContactPhone: (email, phone) => rpc('add_contact_phone', { _email: email, _phone: phone }),
})
