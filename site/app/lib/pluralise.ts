import { formatNumber } from './money.ts'

/** "1 vehicle", "1,200 vehicles" */
export const pluralise = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
