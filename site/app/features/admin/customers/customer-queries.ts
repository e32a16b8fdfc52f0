import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPage } from '#app/features/admin/list/fetch-page.ts'
import type { Sort } from '#app/features/admin/list/sort.ts'
import { browserRest } from '#app/lib/backend.ts'
import { containsPattern, quoteValue, searchFilters } from '#app/lib/search-filter.ts'
import { phoneDigits } from '#app/lib/telephone-office.ts'
import type { Role } from '#supabase/functions/_shared/roles.ts'
import type { CustomerValues } from './customer.schema.ts'

export interface Customer {
  id: string
  name: string
  first_name: string
  last_name: string
  email: string
  phone: string
  disabled: boolean
  role: Role
  created_at: string
  /** The expiry time of a pending invitation, which may have passed; null if there is none. */
  invited_until: string | null
}

/** What dialogs and toasts need to know about an account. */
export type AccountName = Pick<Customer, 'id' | 'name' | 'email'>

/** The columns that the list can be sorted by. */
export const CUSTOMER_COLUMNS = ['name', 'role', 'disabled', 'created_at'] as const

type CustomerSort = Sort<(typeof CUSTOMER_COLUMNS)[number]>

function fetchCustomers(q: string, page: number, sort: CustomerSort) {
  return fetchPage<Customer>(page, (from, to) => {
    let query = browserRest()
      .from('customers')
      .select('id, name, first_name, last_name, email, phone, disabled, role, created_at, invited_until', {
        count: 'exact',
      })
      .order(sort.column, { ascending: sort.ascending })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
    const phone = phoneDigits(q)
    if (phone) query = query.or(`phone_digits.like.*${phone}*,email.ilike.${quoteValue(containsPattern(q.trim()))}`)
    else for (const word of searchFilters(q, ['name', 'email'])) query = query.or(word)
    return query.overrideTypes<Customer[], { merge: false }>()
  })
}

export const customerPage = (q: string, page: number, sort: CustomerSort) =>
  queryOptions({
    queryKey: ['accounts', 'customers', q, page, sort],
    queryFn: () => fetchCustomers(q, page, sort),
    placeholderData: keepPreviousData,
  })

/**
 * Saves details and role in one transaction. A role that was not changed here is not sent, because another admin may
 * have changed it.
 */
export async function updateCustomer(customer: Customer, values: CustomerValues) {
  const { role, first_name, last_name, email, phone } = values
  const { error } = await browserRest().rpc('update_customer', {
    _customer_id: customer.id,
    _first_name: first_name,
    _last_name: last_name,
    _email: email,
    _phone: phone,
    // The generated type does not allow null for this argument, but the function does.
    _role: (role === customer.role ? null : role) as string,
  })
  if (error) throw error
}

/** The account and its history row change together or not at all. */
export async function setCustomerDisabled(customer: Pick<Customer, 'id'>, disabled: boolean) {
  const { error } = await browserRest().rpc('set_customer_disabled', { _customer_id: customer.id, _disabled: disabled })
  if (error) throw error
}

/** For a user who has lost their phone. Signs the user out everywhere. */
export async function resetTwoSteps({ id }: AccountName) {
  const { error } = await browserRest().rpc('reset_second_steps', { _user_id: id })
  if (error) throw error
}

/**
 * The address that the customer signs in with. The profile's address is for contact only, and a reset sent there has no
 * effect.
 */
export async function findAccountEmail(id: string): Promise<string> {
  const { data, error } = await browserRest().rpc('find_account_email', { _user_id: id })
  if (error) throw error
  if (!data) throw new Error('The customer has no account')
  return data
}
