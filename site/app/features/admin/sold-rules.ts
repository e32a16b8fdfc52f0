// The rules for sold vehicles that the form and the list share.

import { addDays, londonDate } from '#app/lib/dates.ts'

export const UNFEATURED_NOTICE = 'Vehicle automatically unfeatured when marked as sold'
export const EXPIRY_HELP = 'The vehicle is removed from search results after this date.'

const USUAL_DAYS_SHOWN = 30

export const earliestExpiry = (today = londonDate()) => addDays(today, 1)
export const usualExpiry = (today = londonDate()) => addDays(today, USUAL_DAYS_SHOWN)
