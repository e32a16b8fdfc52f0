// Shared by the tests for the three lead forms: a visitor, and a day for a test drive.
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'

export const unique = () => crypto.randomUUID().slice(0, 8)

export interface Visitor {
  name: string
  email: string
  phone: string
}

export function newVisitor(): Visitor {
  const mark = unique()
  return { name: `Rosa Field ${mark}`, email: `rosa-${mark}@example.com`, phone: '07123 456789' }
}

export async function fillDetails(page: Page, { name, email, phone }: Visitor): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill(phone)
}

const longDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

export interface Day {
  iso: string
  /** The calendar's label. */
  label: string
  /** As pages and emails write a visit's day. */
  words: string
}

/** A London date this many days ahead. On Christmas Day, when the demo dealer is closed, it is the day before. */
export function dayAhead(days: number): Day {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  const iso = day.toISOString().slice(0, 10)
  if (iso.endsWith('-12-25')) return dayAhead(days - 1)
  return { iso, label: longDate.format(day), words: `${weekday.format(day)} ${longDate.format(day)}` }
}

export async function chooseDay(page: Page, { label }: Day): Promise<void> {
  await page.getByLabel('Preferred date').click()
  const day = page.getByRole('button', { name: label, exact: true })
  for (let months = 0; months < 4 && (await day.count()) === 0; months++) {
    await page.getByRole('button', { name: 'Next month' }).click()
  }
  await day.click()
}

export const slot = (page: Page, { words }: Day, time: string): Locator =>
  page.getByRole('radio', { name: `${time} on ${words}` })

export async function chooseSlot(page: Page, day: Day, time: string): Promise<void> {
  await chooseDay(page, day)
  await page
    .locator('label')
    .filter({ has: slot(page, day, time) })
    .click()
  await expect(slot(page, day, time)).toBeChecked()
}

export async function openSchedule(page: Page, vehicleId: string, visitor: Visitor): Promise<void> {
  await page.goto(`/vehicles/${vehicleId}/test-drive`)
  await fillDetails(page, visitor)
  await page.getByRole('button', { name: 'Next' }).click()
}
