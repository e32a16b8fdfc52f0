import { leadPath } from '#app/features/admin/enquiries/inbox-rules.ts'

/** The URL of a lead's own page. The list's query lets the page link back to it. */
export const fullLeadPath = (lead: { kind: string; id: string }, search = '') => `${leadPath(lead)}/full${search}`
