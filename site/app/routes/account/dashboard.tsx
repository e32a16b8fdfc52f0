import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { TextLink } from '#app/components/ui/link.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { AccountSettings } from '#app/features/account/account-settings.tsx'
import {
  type CustomerEnquiry,
  type CustomerMessage,
  type CustomerTestDrive,
  type LeadEvent,
  myEnquiries,
  myLeadEvents,
  myMessages,
  myTestDrives,
} from '#app/features/account/dashboard-queries.ts'
import { LeadList } from '#app/features/account/lead-list.tsx'
import { MessageList } from '#app/features/account/message-list.tsx'
import { afterBooking, afterEnquiry, isAhead } from '#app/features/account/next-step.ts'
import { SummaryCards } from '#app/features/account/summary-cards.tsx'
import { TestDriveActions } from '#app/features/account/test-drive-actions.tsx'
import { MyAlerts } from '#app/features/alerts/my-alerts.tsx'
import { formatDate, formatTime, londonDate } from '#app/lib/dates.ts'
import { pageMeta } from '#app/lib/seo.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { visitInWords } from '#supabase/functions/_shared/visit.ts'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Dashboard', description: 'Your enquiries and test drives.', noIndex: true })

export default function DashboardPage() {
  const { user, profile } = useSession()
  const email = user?.email ?? ''
  const owner = { id: user?.id ?? '', email }
  const { data: enquiries } = useQuery(myEnquiries(owner))
  const { data: testDrives } = useQuery(myTestDrives(owner))
  const { data: messages } = useQuery(myMessages(owner))
  const { data: events } = useQuery(myLeadEvents(owner))
  const name = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')

  return (
    <Container className="min-h-svh pb-20 md:pb-28">
      <PageHeading
        overline="Dashboard"
        title={`Welcome, ${name || email}`}
        intro="Keep track of your enquiries and test drives here."
      />
      {enquiries && testDrives && messages && events ? (
        <Leads enquiries={enquiries} testDrives={testDrives} messages={messages} events={events} />
      ) : (
        <Skeleton className="h-svh" />
      )}
    </Container>
  )
}

interface LeadsProps {
  enquiries: CustomerEnquiry[]
  testDrives: CustomerTestDrive[]
  messages: CustomerMessage[]
  events: LeadEvent[]
}

const timeOf = ({ preferredDate }: CustomerTestDrive) =>
  visitInWords({ date: londonDate(preferredDate), time: formatTime(preferredDate) })

function Leads({ enquiries, testDrives, messages, events }: LeadsProps) {
  const { openingHours } = useCompany()
  return (
    <>
      <SummaryCards enquiries={enquiries} testDrives={testDrives} />
      <div className="mt-10 grid gap-x-20 gap-y-14 md:mt-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-14">
          <LeadList
            title="Your enquiries"
            rows={enquiries}
            events={events}
            when={(enquiry) => formatDate(enquiry.createdAt)}
            next={(enquiry) => afterEnquiry(enquiry, openingHours, testDrives)}
            empty={
              <>
                <p>
                  {testDrives.length
                    ? 'Your test drives are listed below. When you send an enquiry, you can keep track of it here.'
                    : 'You haven’t made an enquiry yet. When you do, you can keep track of it here.'}
                </p>
                <TextLink to="/vehicles" arrow className="text-ink">
                  Find a vehicle
                </TextLink>
              </>
            }
          />
          <LeadList
            title="Your test drives"
            rows={testDrives}
            events={events}
            when={timeOf}
            next={(testDrive) => afterBooking(testDrive)}
            actions={(drive) => isAhead(drive) && <TestDriveActions drive={drive} when={timeOf(drive)} />}
            empty={
              <>
                <p>You haven’t booked a test drive yet. You can book one on any vehicle’s page.</p>
                <TextLink to="/saved-vehicles" arrow className="text-ink">
                  Your saved vehicles
                </TextLink>
              </>
            }
          />
          <MessageList rows={messages} events={events} />
          <MyAlerts />
        </div>
        <aside className="grid content-start gap-12">
          <section aria-label="Quick Actions">
            <h2 className="display mb-5 text-2xl">Quick Actions</h2>
            <div className="grid gap-3">
              <ButtonLink to="/vehicles" wide>
                Browse Vehicles
              </ButtonLink>
              <ButtonLink to="/contact" variant="hairline" wide>
                Contact Us
              </ButtonLink>
              <ButtonLink to="/about" variant="hairline" wide>
                About Us
              </ButtonLink>
            </div>
          </section>
          <AccountSettings />
        </aside>
      </div>
    </>
  )
}
