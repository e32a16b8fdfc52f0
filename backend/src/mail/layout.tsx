// Each component comes from its own package, because the combined package includes a syntax highlighter and a CSS
// framework.
import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Column } from '@react-email/column'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { Fragment } from 'react'
import { accentColours, hasOwnAccent } from '../../../supabase/functions/_shared/accent.ts'
import { brandPicture } from '../../../supabase/functions/_shared/brand-picture.ts'
import { pictureQuery } from '../../../supabase/functions/_shared/picture-variants.ts'
import type { Company } from './company.ts'
import { senderLines } from './plain-text.ts'
import type { MailContent } from './templates.ts'

// The site's light theme as fixed values, because mail programs support neither CSS variables nor our fonts.
const BONE = '#F6F3EE'
const PAPER = '#FFFFFF'
const INK = '#14171A'
const QUIET = '#565B61'
const HAIRLINE = '#DDD7CC'
const SERIF = "'Instrument Serif', Georgia, 'Times New Roman', serif"
const SANS = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"

const styles = {
  page: { backgroundColor: BONE, color: INK, fontFamily: SANS, margin: 0, padding: '32px 12px' },
  frame: { maxWidth: '600px', margin: '0 auto' },
  brand: {
    fontFamily: SERIF,
    fontSize: '22px',
    lineHeight: '1.2',
    color: INK,
    margin: '0 0 20px',
    textAlign: 'center',
  },
  icon: { borderRadius: '8px', marginBottom: '8px' },
  sheet: { backgroundColor: PAPER, border: `1px solid ${HAIRLINE}`, borderRadius: '2px', padding: '40px 36px' },
  overline: {
    fontSize: '12px',
    lineHeight: '1.4',
    letterSpacing: '0.14em',
    textTransform: 'uppercase',
    margin: '0 0 12px',
  },
  heading: {
    fontFamily: SERIF,
    fontSize: '34px',
    fontWeight: 400,
    lineHeight: '1.1',
    letterSpacing: '-0.01em',
    margin: '0 0 20px',
  },
  text: { fontSize: '16px', lineHeight: '1.6', margin: '0 0 16px' },
  picture: { display: 'block', width: '100%', height: 'auto', border: 0, borderRadius: '2px', margin: '8px 0 20px' },
  details: { margin: '8px 0 24px', borderTop: `1px solid ${HAIRLINE}` },
  row: { borderBottom: `1px solid ${HAIRLINE}` },
  label: {
    width: '32%',
    verticalAlign: 'top',
    fontSize: '14px',
    lineHeight: '1.5',
    color: QUIET,
    padding: '10px 12px 10px 0',
  },
  value: { verticalAlign: 'top', fontSize: '14px', lineHeight: '1.5', padding: '10px 0', wordBreak: 'break-word' },
  button: {
    borderRadius: '2px',
    fontSize: '15px',
    fontWeight: 500,
    padding: '14px 26px',
    textDecoration: 'none',
  },
  buttonRow: { margin: '24px 0 8px' },
  note: { fontSize: '14px', lineHeight: '1.6', color: QUIET, margin: '12px 0 0' },
  footer: { fontSize: '12px', lineHeight: '1.6', color: QUIET, textAlign: 'center', margin: '20px 0 0' },
} as const

/** Dark ink unless the dealer has chosen a colour. */
function buttonColours(chosen: string) {
  if (!hasOwnAccent(chosen)) return { backgroundColor: INK, color: PAPER }
  const { fill, on } = accentColours(chosen).light
  return { backgroundColor: fill, color: on }
}

interface MailLayoutProps {
  content: MailContent
  company: Company
  siteUrl: string
}

export function MailLayout({ content, company, siteUrl }: MailLayoutProps) {
  const { overline, heading, paragraphs, picture, details = [], button, notes = [] } = content
  const accent = accentColours(company.accentColour).light
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
      </Head>
      <Preview>{heading}</Preview>
      <Body style={styles.page}>
        <Container style={styles.frame}>
          <Brand company={company} siteUrl={siteUrl} />
          <Section style={styles.sheet}>
            <Text style={{ ...styles.overline, color: accent.text }}>{overline}</Text>
            <Heading as="h1" style={styles.heading}>
              {heading}
            </Heading>
            {paragraphs.map((paragraph, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other key, and are rendered once
              <Text key={index} style={styles.text}>
                <Lines text={paragraph} />
              </Text>
            ))}
            {picture && (
              <a href={picture.link}>
                <img src={picture.url} alt={picture.title} width={526} style={styles.picture} />
              </a>
            )}
            {details.length > 0 && <Details rows={details} />}
            {button && (
              <Section style={styles.buttonRow}>
                <Button href={button.url} style={{ ...styles.button, ...buttonColours(company.accentColour) }}>
                  {button.label}
                </Button>
              </Section>
            )}
            {notes.map((note) => (
              <Text key={note} style={styles.note}>
                {note}
              </Text>
            ))}
          </Section>
          <Text style={styles.footer}>
            <Lines text={senderLines(company).join('\n')} />
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

const LOGO_HEIGHT = 40
const LOGO_MAX_WIDTH = 280

/**
 * The logo or, as on the site, the icon and the company name. Mail programs don't show SVG, so both are bitmaps. Their
 * addresses are absolute even on a local site, where the emails are read on the same machine.
 */
function Brand({ company, siteUrl }: { company: Company; siteUrl: string }) {
  const logo = brandPicture(company.logo)
  if (!logo)
    return (
      <Text style={styles.brand}>
        <img src={new URL('/apple-touch-icon.png', siteUrl).href} alt="" width={40} height={40} style={styles.icon} />
        <br />
        {company.companyName}
      </Text>
    )
  const scale = Math.min(LOGO_HEIGHT / logo.height, LOGO_MAX_WIDTH / logo.width)
  const address = logo.address.replace('/object/public/', '/render/image/public/')
  return (
    <Text style={styles.brand}>
      <img
        src={new URL(`${address}?${pictureQuery({ width: 640, height: null })}`, siteUrl).href}
        alt={company.companyName}
        width={Math.round(logo.width * scale)}
        height={Math.round(logo.height * scale)}
      />
    </Text>
  )
}

function Details({ rows }: { rows: { label: string; value: string }[] }) {
  return (
    <Section style={styles.details}>
      {rows.map(({ label, value }) => (
        <Row key={label} style={styles.row}>
          <Column style={styles.label}>{label}</Column>
          <Column style={styles.value}>
            <Lines text={value} />
          </Column>
        </Row>
      ))}
    </Section>
  )
}

function Lines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key, and are rendered once
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}
