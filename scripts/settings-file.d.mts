type Environment = Record<string, string | undefined>

export function loadSettings(file?: string): void
export function noteDataFolder(env: Environment): void
export function findDataFolder(env: Environment, places?: { base?: string; lastFolder?: string }): string | null
