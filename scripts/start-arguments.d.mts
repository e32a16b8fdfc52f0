export function readStartArguments(options: string[]): { env?: Record<string, string>; problem?: string }
