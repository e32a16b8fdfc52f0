interface JsonLdProps {
  /** Called on the server alone: crawlers read what it sent, and the browser keeps that as it is. */
  data: () => Record<string, unknown>
}

/** A schema.org block for search engines, in the page itself. The browser does not execute it. */
export function JsonLd({ data }: JsonLdProps) {
  // A '<' in the data must not end the script element. `SSR` is settled at build time, which drops the code behind it.
  const json = import.meta.env.SSR
    ? JSON.stringify({ '@context': 'https://schema.org', ...data() }).replaceAll('<', '\\u003c')
    : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped just above
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
