import type { Database } from '../db/database.ts'
import { readCompany } from './company.ts'
import { composeMail } from './compose.tsx'
import { findMailVehicle } from './mail-vehicle.ts'

export interface UnsentReply {
  subject: string
  body: string
  vehicleId: string | null
}

/** The HTML of a reply as it would be sent. */
export const createPreviewReply =
  ({ db, siteUrl }: { db: Database; siteUrl: string }) =>
  async (data: UnsentReply): Promise<string> => {
    const vehicle = await findMailVehicle(db, { ...data })
    const row = {
      id: 'preview',
      template: 'lead-reply',
      recipient: 'customer@example.com',
      data: { ...data },
      created_at: new Date().toISOString(),
    }
    return (await composeMail(row, await readCompany(db), siteUrl, vehicle)).html
  }
