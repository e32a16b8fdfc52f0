import type { Plugin } from 'vite'

export const PRODUCTION_ROUTER: Record<'react-router' | 'react-router/dom', string>
export function lighterRouter(): Plugin
