import { Columns3, Printer } from 'lucide-react'
import { Button, ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { type PrintedDealer, PrintedHead } from '#app/features/vehicles/printed-head.tsx'
import { ShareButton } from '#app/features/vehicles/share-button.tsx'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import { AddCars } from './add-cars.tsx'
import { type CompareAddress, comparePath, MAX_COMPARED } from './compare-address.ts'
import { type ComparedCar, CompareTable } from './compare-table.tsx'
import type { ComparedGroup } from './comparison.server.ts'

interface CompareScreenProps {
  address: CompareAddress
  cars: ComparedCar[]
  groups: ComparedGroup[]
  /** How many cars in the URL are not on the site. */
  missing: number
  /** Similar cars, to add. */
  others: ListedVehicle[]
  dealer: PrintedDealer
}

export function CompareScreen({ address, cars, groups, missing, others, dealer }: CompareScreenProps) {
  const hasTwo = cars.length > 1
  return (
    <Container className="pb-20 md:pb-28 print:pb-0!">
      <div className="max-md:hidden print:block">
        <PrintedHead dealer={dealer} />
      </div>
      <PageHeading
        title="Compare cars"
        intro={hasTwo ? undefined : 'Up to three cars, side by side.'}
        className="print:py-0!"
        action={hasTwo && <Actions address={address} />}
      />
      {missing > 0 && (
        <p role="status" className="mb-8 border-l-2 border-brass pl-4 text-sm">
          {missing === 1 ? 'One of these cars is' : `${missing} of these cars are`} no longer on our site.
        </p>
      )}
      {cars.length === 0 ? <Nothing /> : <CompareTable cars={cars} groups={groups} address={address} />}
      {hasTwo && <Differences groups={groups} address={address} />}
      {cars.length < MAX_COMPARED && <AddCars address={address} others={others} isFirst={cars.length === 0} />}
    </Container>
  )
}

function Actions({ address }: { address: CompareAddress }) {
  const { ids, onlyDifferences } = address
  return (
    <div className="no-print flex flex-wrap items-center gap-x-2 max-md:-mx-5">
      <ButtonLink variant="quiet" to={comparePath(ids, !onlyDifferences)} replace preventScrollReset>
        {onlyDifferences ? 'Show everything' : 'Show differences only'}
      </ButtonLink>
      <ShareButton title="Compare cars" path={comparePath(ids, onlyDifferences)} />
      <Button variant="quiet" className="max-lg:hidden needs-script" onClick={() => window.print()}>
        <Printer aria-hidden strokeWidth={1.5} />
        Print
      </Button>
    </div>
  )
}

/** Below the table, what the mark means. */
function Differences({ groups, address }: Pick<CompareScreenProps, 'groups' | 'address'>) {
  const isSame = groups.every(({ rows }) => rows.every(({ differs }) => !differs))
  return (
    <p className="mt-6 text-quiet text-sm">
      {isSame ? 'Nothing that we know about these cars differs.' : <>◆ marks what differs. A dash means not listed.</>}
      {isSame && address.onlyDifferences && (
        <TextLink to={comparePath(address.ids)} className="ml-3">
          Show everything
        </TextLink>
      )}
    </p>
  )
}

function Nothing() {
  return (
    <EmptyState
      icon={<Columns3 aria-hidden />}
      title="No cars to compare yet"
      description="Open a car and choose Compare, then do the same with another."
      action={<ButtonLink to="/vehicles">Browse Vehicles</ButtonLink>}
    />
  )
}
