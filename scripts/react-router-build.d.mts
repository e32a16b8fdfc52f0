import type { Plugin } from 'vite'

export const PRODUCTION_ROUTER: Record<string, string>
export const REMOVED_FEATURES: string[]
export function lighterRouter(): Plugin
