import type { Operation } from '../services.ts'

export const health: Operation = () => (c) =>
  c.json({ version: 'forecourt', name: 'GoTrue', description: 'Forecourt speaks the GoTrue protocol' })
