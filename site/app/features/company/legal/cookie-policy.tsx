import { Link } from 'react-router'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/components/ui/table.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import type { CompanySettings } from '#app/platform/company/company-settings.ts'
import { CookieChoice } from './cookie-choice.tsx'
import { LegalPage, type LegalSection, type LegalWords } from './legal-page.tsx'

const STORED = [
  {
    name: 'cookie_consent',
    where: 'Cookie and local storage',
    purpose: 'Your answer to the cookie banner',
    kept: '1 year',
  },
  { name: 'cookie_banner_closed', where: 'Session storage', purpose: 'That you closed the banner', kept: 'This visit' },
  { name: 'forecourt-auth', where: 'Local storage', purpose: 'Keeps you signed in', kept: 'Until you log out' },
  {
    name: 'forecourt-provider',
    where: 'Session storage',
    purpose: 'Knows you again when you come back from Google, Apple or Microsoft',
    kept: 'Until you are back',
  },
  {
    name: 'provider-flow',
    where: 'Cookie',
    purpose: 'Knows your browser again when you come back from Google, Apple or Microsoft',
    kept: '10 minutes',
  },
  {
    name: 'device-…',
    where: 'Cookie',
    purpose: 'Lets you sign in while strangers guess at your password',
    kept: '180 days after you sign in',
  },
  { name: 'saved_vehicles', where: 'Local storage', purpose: 'The vehicles you saved', kept: 'Until you remove them' },
  {
    name: 'draft:…',
    where: 'Session storage',
    purpose: 'What you type into a form, so that a reload or a lost connection does not lose it',
    kept: 'Until it is sent, you log out, or this visit ends',
  },
  {
    name: 'lastViewedVehicleId',
    where: 'Session storage',
    purpose: 'Brings you back to your place in the list',
    kept: 'This visit',
  },
  {
    name: 'lastVehicleList',
    where: 'Session storage',
    purpose: 'The filters of the list you came from',
    kept: 'This visit',
  },
  {
    name: 'remix-router-transitions',
    where: 'Session storage',
    purpose: 'Lets one page blend into the next when you go back',
    kept: 'This visit',
  },
  {
    name: 'react-router-manifest-version',
    where: 'Session storage',
    purpose: 'Loads a page again once, after the site itself has changed',
    kept: 'Until that is done',
  },
  {
    name: 'forecourt-draft-vehicle-…',
    where: 'Local storage',
    purpose: 'For our staff: a vehicle that is being written and not yet saved',
    kept: 'Until it is saved or discarded',
  },
] as const

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'what',
    title: 'What cookies are',
    body: (
      <p>
        A cookie is a small text that a website asks your browser to keep. Browsers offer similar places called local
        and session storage. The Privacy and Electronic Communications Regulations (PECR) treat them alike, and so do
        we.
      </p>
    ),
  },
  {
    id: 'essential',
    title: 'What the site cannot work without',
    body: (
      <>
        <p>These do what you ask the site to do, so the law needs no consent for them. None follows you elsewhere.</p>
        <div className="mt-6!">
          <Table label="What is stored in your browser" className="min-w-[36rem]">
            <TableHead>
              <TableRow>
                <TableHeader>Name</TableHeader>
                <TableHeader>Purpose</TableHeader>
                <TableHeader>Where</TableHeader>
                <TableHeader>Kept</TableHeader>
              </TableRow>
            </TableHead>
            <TableBody>
              {STORED.map(({ name, where, purpose, kept }) => (
                <TableRow key={name}>
                  <TableCell className="font-medium whitespace-nowrap">{name}</TableCell>
                  <TableCell>{purpose}</TableCell>
                  <TableCell>{where}</TableCell>
                  <TableCell className="whitespace-nowrap">{kept}</TableCell>
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
        <p>
          You can change your mind here at any time. Declining costs you nothing: every page and form works the same.
        </p>
        <CookieChoice />
        <p>
          You can also delete what is stored, or block it altogether, in the settings of your browser. Blocking it all
          means that the site cannot keep you signed in or remember saved vehicles.
        </p>
      </>
    ),
  },
  {
    id: 'more',
    title: 'More about your data',
    body: (
      <p>
        What we do with personal data, and your rights, is in our <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    ),
  },
]

const THIRD_PARTIES_BEFORE = 'your-choice'

const thirdParties = ({ recaptchaSiteKey }: CompanySettings): LegalSection => ({
  id: 'third-parties',
  title: 'What needs your permission',
  body: (
    <>
      <p>
        The map on our contact page comes from Google
        {recaptchaSiteKey && ', and our forms use Google reCAPTCHA to tell people from robots'}. It may set cookies of
        its own and learn your network address. Nothing of it is loaded unless you choose Accept All, or ask for the map
        with a click.
        {recaptchaSiteKey && ' If you decline, the forms use a check of our own that stores nothing.'}
      </p>
      <p>We use no advertising cookies, no analytics cookies and no trackers of social networks.</p>
    </>
  ),
})

export function CookiePolicy(words: LegalWords) {
  const company = useCompany()
  const place = SECTIONS.findIndex(({ id }) => id === THIRD_PARTIES_BEFORE)
  return (
    <LegalPage
      title="Cookie Policy"
      intro={`What the website of ${company.companyName} stores in your browser, what for, and how to change your choice.`}
      sections={SECTIONS.toSpliced(place, 0, thirdParties(company))}
      words={words}
    />
  )
}
