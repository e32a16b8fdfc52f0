// The rules for amounts of money that staff type, and for a price, which the form and the list share.

import { z } from '#app/lib/zod.ts'

const IN_THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.|$)/

/** Without pound signs, spaces and the commas between thousands. Any other comma stays: "1250,50" is not 125,050 pounds. */
export function plainAmount(text: string): string {
  const plain = text.replace(/[£\s]/g, '')
  return IN_THOUSANDS.test(plain) ? plain.replaceAll(',', '') : plain
}

const plainNumber = (text: string) => Number(plainAmount(text))

/** A price that is not a number becomes 0. */
export function toPrice(text: string): number {
  const price = plainNumber(text)
  return Number.isFinite(price) ? price : 0
}

const IN_POUNDS_AND_PENCE = 'Enter the price in pounds and pence'

export const priceRule = z
  .string()
  .trim()
  .min(1, 'Price is required')
  .transform(toPrice)
  .refine((value) => value >= 0, 'Price can’t be below 0')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, IN_POUNDS_AND_PENCE)
  .refine((value) => value < 1e8, 'Price is too high')

/**
 * A price entered in the list. Unlike the form, the list saves it at once, so text that is not a number is refused instead
 * of putting a car on the website for £0.
 */
export function readPrice(text: string): { price: number } | { problem: string } {
  if (!Number.isFinite(plainNumber(text))) return { problem: IN_POUNDS_AND_PENCE }
  const { data, error } = priceRule.safeParse(text)
  return data === undefined ? { problem: error?.issues[0]?.message ?? IN_POUNDS_AND_PENCE } : { price: data }
}
