// What one request may ask for. Generous for people, tight for floods.

export const MAX_BODY_BYTES = 1024 * 1024
export const MAX_URL_CHARACTERS = 16 * 1024
export const MAX_CONDITIONS = 100
export const MAX_SELECT_ITEMS = 200
export const MAX_EMBED_DEPTH = 6
export const MAX_EMBEDS = 30
export const MAX_LOGIC_DEPTH = 12
export const MAX_JSON_STEPS = 20
