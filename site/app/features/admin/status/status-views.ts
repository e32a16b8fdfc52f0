/** Which queue items the screen lists. */
export const STATUS_VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'held', label: 'On hold' },
  { value: 'waiting', label: 'Waiting' },
] as const
export type StatusView = (typeof STATUS_VIEWS)[number]['value']
