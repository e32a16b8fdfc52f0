export const HEADLESS_SHELL: string
export const WHOLE_CHROMIUM: string
export function findChromium(): string | undefined
export function findWholeChromium(): string | undefined
