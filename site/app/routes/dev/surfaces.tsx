import { CarFront } from 'lucide-react'
import { useState } from 'react'
import { Accordion, AccordionItem } from '#app/components/ui/accordion.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge, Status } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Pagination } from '#app/components/ui/pagination.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/components/ui/tabs.tsx'
import { formatPrice } from '#app/lib/money.ts'
import { Group, Specimen } from './specimen.tsx'

const ROWS = [
  { title: 'Grand tourer', status: 'Listed', tone: 'success', price: 41_995 },
  { title: 'Estate', status: 'Sold', tone: 'quiet', price: 18_450 },
  { title: 'Electric saloon', status: 'Featured', tone: 'brass', price: 63_000 },
] as const

export function Surfaces() {
  return (
    <Group title="Surfaces">
      <Specimen name="Badge and Status">
        <Badge>Featured</Badge>
        <Badge tone="brass">New</Badge>
        <Badge tone="quiet">Draft</Badge>
        <Badge tone="danger">Expired</Badge>
        <Status tone="info">New</Status>
        <Status tone="warning">In Progress</Status>
        <Status tone="success">Responded</Status>
      </Specimen>
      <div className="grid gap-4 md:grid-cols-2">
        <Alert title="For your information">The showroom closes early on Friday.</Alert>
        <Alert tone="success">Message sent successfully! We'll get back to you soon.</Alert>
        <Alert tone="warning">Emails aren’t being sent.</Alert>
        <Alert tone="danger">There was an error submitting your request. Please try again.</Alert>
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <Card>
          <CardHeader title="Card" description="A hairline and paper" action={<Button size="sm">Action</Button>} />
          <CardBody>
            <TableSpecimen />
          </CardBody>
        </Card>
        <TabsSpecimen />
      </div>
      <PaginationSpecimen />
      <Accordion>
        <AccordionItem title="A question" name="specimen">
          You can read this answer without JavaScript.
        </AccordionItem>
        <AccordionItem title="Another question" name="specimen">
          Opening this answer closes the other.
        </AccordionItem>
      </Accordion>
      <Specimen name="Spinner and Skeleton">
        <Spinner size="sm" />
        <Spinner />
        <Spinner size="lg" />
        <Skeleton className="h-24 w-48" />
      </Specimen>
      <EmptyState
        as="h3"
        icon={<CarFront />}
        title="No vehicles found"
        description="Try adjusting your filters to find more vehicles"
        action={<Button variant="hairline">Reset Filters</Button>}
      />
    </Group>
  )
}

function TableSpecimen() {
  return (
    <Table label="Vehicles">
      <TableHead>
        <TableRow>
          <TableHeader>Vehicle</TableHeader>
          <TableHeader>Status</TableHeader>
          <TableHeader numeric>Price</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {ROWS.map(({ title, status, tone, price }) => (
          <TableRow key={title}>
            <TableCell>{title}</TableCell>
            <TableCell>
              <Status tone={tone}>{status}</Status>
            </TableCell>
            <TableCell numeric>{formatPrice(price)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function TabsSpecimen() {
  return (
    <Tabs defaultValue="details">
      <TabsList aria-label="Specimen">
        <TabsTrigger value="details">Your Details</TabsTrigger>
        <TabsTrigger value="schedule">Schedule</TabsTrigger>
      </TabsList>
      <TabsContent value="details">The first panel.</TabsContent>
      <TabsContent value="schedule">The second panel.</TabsContent>
    </Tabs>
  )
}

function PaginationSpecimen() {
  const [page, setPage] = useState(10)
  return <Pagination page={page} totalPages={20} onPageChange={setPage} />
}
