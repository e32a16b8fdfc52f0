/** Whether a dealer's link leads to another site. Such links do not pass on the site's reputation. */
export const isOutside = (href: string): boolean => /^https?:/i.test(href)
