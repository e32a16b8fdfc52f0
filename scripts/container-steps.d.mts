export function readDockerfile(file: string): [name: string, rest: string][]
export function readCopy(rest: string): { from: string | null; sources: string[]; to: string }
export function readIgnored(file: string): (path: string) => boolean
