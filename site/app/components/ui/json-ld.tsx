/** A schema.org block for search engines, in the page itself. The browser does not execute it. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // A '<' in the data must not end the script element.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped just above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
