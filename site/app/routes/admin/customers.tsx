import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { CUSTOMER_COLUMNS, type Customer, customerPage } from '#app/features/admin/customers/customer-queries.ts'
import { CustomerTable } from '#app/features/admin/customers/customer-table.tsx'
import { DisableCustomerDialog } from '#app/features/admin/customers/disable-customer-dialog.tsx'
import { EditCustomerDialog } from '#app/features/admin/customers/edit-customer-dialog.tsx'
import { ResetTwoStepsDialog } from '#app/features/admin/customers/reset-two-steps-dialog.tsx'
import { useCustomerActions } from '#app/features/admin/customers/use-customer-actions.ts'
import { ListBody } from '#app/features/admin/list/list-body.tsx'
import { readListParams } from '#app/features/admin/list/list-params.ts'
import { SearchBox } from '#app/features/admin/list/search-box.tsx'
import { readSort, sortParam } from '#app/features/admin/list/sort.ts'
import { useListParams } from '#app/features/admin/list/use-list-params.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useErrorToast } from '#app/features/admin/use-error-toast.ts'
import { useChallengedSubmit } from '#app/platform/captcha/use-challenged-submit.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { hasTwoSteps } from '#app/platform/session/two-steps.ts'

export const meta = () => [{ title: 'Customers | Back office' }]

const NEWEST = { column: 'created_at', ascending: false } as const

export default function AdminCustomersPage() {
  const [params, change] = useListParams()
  const { q, page } = readListParams(params, ['all'])
  const sort = readSort(params, CUSTOMER_COLUMNS) ?? NEWEST
  const query = useQuery(customerPage(q, page, sort))
  const submitChallenged = useChallengedSubmit('reset')
  const { toggleDisabled, resetPassword, resetTwoSteps, refusal } = useCustomerActions(submitChallenged)
  const [edited, setEdited] = useState<Customer | null>(null)
  const [disabled, setDisabled] = useState<Customer | null>(null)
  const [lostPhone, setLostPhone] = useState<Customer | null>(null)
  const { user } = useSession()
  const ownId = user?.id
  useErrorToast(query.isError, 'Failed to load customers')

  return (
    <>
      <ScreenHeader title="Customers" />
      {refusal && (
        <Alert tone="danger" className="mb-4">
          {refusal}
        </Alert>
      )}
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchBox label="Search by name or email" value={q} onSearch={(term) => change({ q: term })} />
      </div>
      <ListBody
        query={query}
        noun={{ one: 'customer', many: 'customers' }}
        empty={
          <EmptyState
            icon={<Users aria-hidden />}
            title="No customers found"
            description={
              q ? 'No customers match your search.' : 'Customers appear here when they register on your site.'
            }
            action={
              q && (
                <Button variant="hairline" onClick={() => change({ q: '' })}>
                  Show all customers
                </Button>
              )
            }
          />
        }
      >
        {(customers) => (
          <CustomerTable
            customers={customers}
            sorting={{ sort, onSort: (next) => change({ sort: sortParam(next) }) }}
            onEdit={setEdited}
            onResetPassword={(customer) => resetPassword(customer)}
            onResetTwoSteps={hasTwoSteps(user) ? setLostPhone : undefined}
            onToggleDisabled={(customer) => (customer.disabled ? toggleDisabled(customer) : setDisabled(customer))}
            ownId={ownId}
          />
        )}
      </ListBody>
      {edited && (
        <EditCustomerDialog
          key={edited.id}
          customer={edited}
          isSelf={edited.id === ownId}
          onClose={() => setEdited(null)}
        />
      )}
      <ResetTwoStepsDialog
        customer={lostPhone}
        onConfirm={(customer) => resetTwoSteps(customer)}
        onClose={() => setLostPhone(null)}
      />
      <DisableCustomerDialog
        customer={disabled}
        onConfirm={(customer) => toggleDisabled(customer)}
        onClose={() => setDisabled(null)}
      />
    </>
  )
}
