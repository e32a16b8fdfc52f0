export function serverArguments(): string[]
export function heapFlags(memory?: number): string[]
