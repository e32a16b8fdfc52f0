import { z } from 'zod'
import { EMAIL_LENGTH, MESSAGE_LENGTH, NAME_LENGTH, PHONE_LENGTH, VEHICLE_TITLE_LENGTH } from './lengths.ts'

const TOKEN_LENGTH = 10_000
const URL_LENGTH = 2000

const email = z.email().max(EMAIL_LENGTH).toLowerCase()
// A single line for an email's headers or table. Line breaks are not allowed, so that a sender cannot add paragraphs.
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/[\r\n]/.test(text))
const name = line(NAME_LENGTH).min(1)
const message = z.string().trim().min(1).max(MESSAGE_LENGTH)
const vehicleTitle = line(VEHICLE_TITLE_LENGTH)
const recaptchaToken = z.string().max(TOKEN_LENGTH).default('')
const preferred = {
  preferredDate: z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/),
  preferredTime: z.string().regex(/^\d{2}:\d{2}$/),
}
const customer = { customerName: name, customerEmail: email, customerPhone: line(PHONE_LENGTH) }
const optionalMessage = z.string().trim().max(MESSAGE_LENGTH).optional()

const adminNotification = z.discriminatedUnion('enquiryType', [
  z.strictObject({ enquiryType: z.literal('registration'), ...customer, message }),
  z.strictObject({ enquiryType: z.literal('contact'), ...customer, message, recaptchaToken }),
  z.strictObject({ enquiryType: z.literal('enquiry'), ...customer, vehicleTitle, message, recaptchaToken }),
  z.strictObject({
    enquiryType: z.literal('test-drive'),
    ...customer,
    vehicleTitle,
    message: optionalMessage,
    ...preferred,
    recaptchaToken,
  }),
])

export const sendEmailSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('contact'),
    to: email,
    data: z.strictObject({ name, phone: line(PHONE_LENGTH).default(''), message, recaptchaToken }),
  }),
  z.strictObject({
    type: z.literal('enquiry'),
    to: email,
    data: z.strictObject({ name, message, vehicleTitle, recaptchaToken }),
  }),
  z.strictObject({
    type: z.literal('test-drive-confirmation'),
    to: email,
    data: z.strictObject({ name, vehicleTitle, ...preferred, recaptchaToken }),
  }),
  z.strictObject({ type: z.literal('admin-notification'), to: z.literal('admin'), data: adminNotification }),
  z.strictObject({
    type: z.literal('password-reset'),
    to: email,
    data: z.strictObject({ resetUrl: z.string().max(URL_LENGTH) }),
  }),
])

export type SendEmail = z.infer<typeof sendEmailSchema>
