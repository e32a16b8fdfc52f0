interface JsonLdProps {
  /** Called only on the server: crawlers read the server's HTML, and the browser leaves it unchanged. */
  data: () => Record<string, unknown>
}

/** A schema.org block for search engines. The browser does not execute it. */
export function JsonLd({ data }: JsonLdProps) {
  // A '<' in the data must not end the script element. `SSR` is a build-time constant, so browsers do not get this
  // code.
  const json = import.meta.env.SSR
    ? JSON.stringify({ '@context': 'https://schema.org', ...data() }).replaceAll('<', '\\u003c')
    : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
