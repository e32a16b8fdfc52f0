/** What of the queues the screen shows. */
export const STATUS_VIEWS = [
  { value: 'all', label: 'Everything' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
] as const
export type StatusView = (typeof STATUS_VIEWS)[number]['value']
