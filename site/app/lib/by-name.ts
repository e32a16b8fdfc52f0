const collator = new Intl.Collator('en-GB', { numeric: true })

/** The order people expect: BMW after Bentley, and 118i before 1180. The database compares codes of characters. */
export const byName = (a: string, b: string): number => collator.compare(a, b)
