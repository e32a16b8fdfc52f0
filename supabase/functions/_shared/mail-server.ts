// The mail server that an admin enters in the back office: the form, and the answers of the function `mail-server`.
import type { z } from 'zod'

/** The usual ports for sending email. Port 25 is for servers that deliver to each other. */
export const MAIL_PORTS: readonly number[] = [465, 587, 2525]

const HOST = /^[a-z0-9.:-]+$/

/** The site uses zod without its JIT compiler, so it passes its own. */
export const mailServerForm = (zod: typeof z) =>
  zod.object({
    host: zod
      .string()
      .trim()
      .toLowerCase()
      .min(1, 'Enter the name of the mail server')
      .max(253, 'Enter the name of the mail server')
      .regex(HOST, 'Enter a name such as smtp.example.com'),
    port: zod.number().int().min(1).max(65535),
    username: zod.string().trim().max(320, 'This user name is too long'),
    /** Empty to use the password that is stored for this server and user name. */
    password: zod.string().max(1000, 'This password is too long'),
    /** Empty to send from the company's email address. */
    from: zod.union([zod.literal(''), zod.email('Please enter a valid email address').max(254)]),
  })
export type MailServerForm = z.infer<ReturnType<typeof mailServerForm>>

/** What is set up. The password is never returned. */
export type MailServerState =
  | { source: 'none' }
  | { source: 'environment'; host: string }
  | {
      source: 'stored'
      host: string
      port: number
      username: string
      from: string
      /** Whether the password can be decrypted. If not, it has to be entered again. */
      isReadable: boolean
    }

/** Why a mail server was not connected. */
export const MAIL_SERVER_PROBLEMS = [
  'connection',
  'tls',
  'sign-in',
  'sender',
  'no-sender',
  'recipient',
  'message',
  'other',
  'private',
  'port',
  'password',
  'too-many',
] as const
export type MailServerProblem = (typeof MAIL_SERVER_PROBLEMS)[number]
