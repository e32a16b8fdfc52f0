import { CalendarPlus } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import type { VisitTime } from '#supabase/functions/_shared/visit.ts'

/** Downloads the same calendar file that the confirmation email contains. */
export function CalendarButton({ visit, vehicleTitle }: { visit: VisitTime; vehicleTitle: string }) {
  const { companyName, companyAddress, companyEmail } = useCompany()
  async function download() {
    const { toCalendar } = await import('#supabase/functions/_shared/calendar.ts')
    const calendar = toCalendar({
      ...visit,
      uid: `${visit.date}T${visit.time}@${window.location.hostname}`,
      title: `Test drive: ${vehicleTitle}`,
      location: [companyName, companyAddress].filter(Boolean).join(', '),
      organiser: { name: companyName, email: companyEmail },
      createdAt: new Date(),
    })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([calendar], { type: 'text/calendar' }))
    link.download = 'test-drive.ics'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Button variant="hairline" onClick={() => void download()}>
      <CalendarPlus aria-hidden strokeWidth={1.5} />
      Add to your calendar
    </Button>
  )
}
