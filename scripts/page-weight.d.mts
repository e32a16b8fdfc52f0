export const MAX_SCRIPT_KB: number
