import { PathLink } from '#app/components/ui/link.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import { type Trackers, trackersOf } from '#supabase/functions/_shared/trackers.ts'
import { CookieChoice } from './cookie-choice.tsx'
import { type LegalCompany, LegalPage, type LegalSection, type LegalWords } from './legal-page.tsx'
import { STORED } from './stored.ts'

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'what',
    title: 'What cookies are',
    body: (
      <p>
        A cookie is a small piece of text that a website asks your browser to keep. Browsers can also keep data in what
        are called local storage and session storage. The Privacy and Electronic Communications Regulations (PECR) treat
        these in the same way as cookies, and so do we.
      </p>
    ),
  },
  {
    id: 'essential',
    title: 'Essential cookies and storage',
    body: (
      <>
        <p>
          The site needs these to do what you ask, so the law doesn’t require your consent. None of them tracks you on
          other sites.
        </p>
        <div className="mt-6! border border-hairline bg-raised px-5">
          <Table label="What we store in your browser" className="min-w-[36rem]">
            <TableHead>
              <TableRow>
                <TableHeader>Name</TableHeader>
                <TableHeader>Purpose</TableHeader>
                <TableHeader>Where</TableHeader>
                <TableHeader>How long</TableHeader>
              </TableRow>
            </TableHead>
            <TableBody>
              {STORED.map(({ name, where, purpose, kept }) => (
                <TableRow key={name}>
                  <TableCell className="font-medium whitespace-nowrap">{name}</TableCell>
                  <TableCell className="min-w-48">{purpose}</TableCell>
                  <TableCell>{where}</TableCell>
                  <TableCell>{kept}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      </>
    ),
  },
  {
    id: 'your-choice',
    title: 'Your choice',
    body: (
      <>
        <p>You can change your mind here at any time. If you decline, every page and form still works just the same.</p>
        <CookieChoice />
        <p>
          You can also delete or block cookies and storage in your browser settings. If you block them all, the site
          can’t keep you signed in or remember your saved vehicles.
        </p>
      </>
    ),
  },
  {
    id: 'more',
    title: 'More about your data',
    body: (
      <p>
        Our <PathLink to="/privacy-policy">privacy policy</PathLink> explains how we use personal data and what your
        rights are.
      </p>
    ),
  },
]

const THIRD_PARTIES_BEFORE = 'your-choice'

const thirdParties = ({ recaptchaSiteKey, countWanted, ...company }: LegalCompany): LegalSection => ({
  id: 'third-parties',
  title: 'What needs your permission',
  body: (
    <>
      <p>
        The map on our contact page comes from Google
        {recaptchaSiteKey && ', and our forms use Google reCAPTCHA to tell people from robots'}. Google may set its own
        cookies and will see your IP address. We don’t load any of this unless you choose Accept All or click to show
        the map.
        {recaptchaSiteKey && ' If you decline, our forms use our own check, which stores nothing.'}
      </p>
      <p>
        Some of our vehicles have a video or a 360-degree view from YouTube, Vimeo or Kuula, which may set their own
        cookies and will see your IP address. They load only when you click to see them.
      </p>
      <p>
        If you choose Accept All, your browser also remembers the last twelve vehicles that you viewed (recently_viewed,
        in local storage), so that you can find them again on your saved vehicles page. The list stays on your device.
        You can clear it there, and it is deleted if you decline.
      </p>
      <Measuring {...trackersOf(company)} />
      {countWanted && (
        <p>
          We also count what visitors search for without finding it, and which cars they compare. This stores nothing in
          your browser, so it doesn’t need your permission.
        </p>
      )}
    </>
  ),
})

/** The services for measuring that the dealer uses, and what they store. */
function Measuring({ google, meta }: Trackers) {
  if (!google && !meta) return <p>We don’t use advertising cookies, analytics cookies or social media trackers.</p>
  return (
    <>
      {google && (
        <p>
          If you choose Accept All, we use Google Analytics to count visits and see which pages are useful. It stores
          cookies whose names start with _ga for up to two years, and Google will see your IP address and the pages you
          open.
        </p>
      )}
      {meta && (
        <p>
          If you choose Accept All, we use the Meta pixel to measure our advertising on Facebook and Instagram. It
          stores the cookies _fbp and _fbc for up to three months, and Meta will see your IP address and the pages you
          open.
        </p>
      )}
      <p>
        Neither your account nor the pages where you sign in are measured. If you change your mind below, we stop and
        delete these cookies.
      </p>
    </>
  )
}

export function CookiePolicy(words: LegalWords) {
  const company = { ...useCompany(), ...words }
  const place = SECTIONS.findIndex(({ id }) => id === THIRD_PARTIES_BEFORE)
  return (
    <LegalPage
      title="Cookie Policy"
      intro={`This page explains what the ${company.companyName} website stores in your browser, why, and how to change your choice.`}
      sections={SECTIONS.toSpliced(place, 0, thirdParties(company))}
      company={company}
    />
  )
}
