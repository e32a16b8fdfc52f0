import type { CaptchaUse } from '../../../supabase/functions/_shared/human-check.ts'
import type {
  MailServerForm,
  MailServerProblem,
  MailServerState,
} from '../../../supabase/functions/_shared/mail-server.ts'
import type { SystemFacts } from '../../../supabase/functions/_shared/system-facts.ts'
import type { Caller, Database } from '../db/database.ts'

export interface MailServerDeps {
  read(): Promise<MailServerState>
  /** Returns what is wrong, or null if the server is now connected. */
  connect(wanted: MailServerForm, admin: { id: string; email: string }): Promise<MailServerProblem | null>
  disconnect(admin: { id: string; email: string }): Promise<void>
}

/** Returns the HTML of the email. */
export type PreviewReply = (reply: { subject: string; body: string; vehicleId: string | null }) => Promise<string>

export interface FunctionsDeps {
  db: Database
  identify(request: Request): Promise<Caller>
  /** The network address of a caller, or null for calls that the server makes to itself. */
  addressOf(request: Request): string | null
  captcha: { verify(token: string, context: CaptchaUse & { address: string | null }): Promise<boolean> }
  hmacSecret: string
  siteUrl: string
  isMailConfigured(): Promise<boolean>
  mailServer: MailServerDeps
  previewReply: PreviewReply
  /** Sends an invitation through the auth service, with the service role. */
  invite(email: string): Promise<Response>
  instagramAccessToken: string | null
  autotrader: { baseUrl: string; key: string; secret: string; advertiserId: string } | null
  /** Facts about the server that are shown under System status. */
  readFacts?(): Promise<SystemFacts>
  onFailure(event: string, error: unknown): void
}
