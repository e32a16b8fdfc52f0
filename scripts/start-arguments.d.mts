export function readStartArguments(words: string[]): { env?: Record<string, string>; problem?: string }
