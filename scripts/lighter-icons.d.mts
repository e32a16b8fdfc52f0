import type { Plugin } from 'vite'

export function lighterIcons(): Plugin
