// Finds the embed that a level's parameters belong to. They may name the embed by its alias or by its table.

import { RestError } from '../errors.ts'
import type { EmbedItem, LevelQuery, SelectItem } from '../parse/rest-request.ts'

/** An embed's name in the response and in the paths of `resolveLevels`. */
export const embedName = ({ alias, target }: Pick<EmbedItem, 'alias' | 'target'>): string => alias ?? target

/** The levels, keyed by the embed's path serialised as JSON. Two levels for the same embed are merged. */
export function resolveLevels(
  levels: readonly LevelQuery[],
  select: readonly SelectItem[],
): ReadonlyMap<string, LevelQuery> {
  const resolved = new Map<string, LevelQuery>()
  for (const level of levels) {
    const path = resolvePath(level.path, select)
    const key = JSON.stringify(path)
    const other = resolved.get(key)
    resolved.set(key, other ? merge(other, level) : { ...level, path })
  }
  return resolved
}

/** Without this check a parameter for an embed that is not in the select would be silently dropped. */
function resolvePath(path: readonly string[], select: readonly SelectItem[]): string[] {
  let items = select
  return path.map((name) => {
    const embeds = items.filter((item): item is EmbedItem => item.kind === 'embed')
    const found = embeds.find((embed) => embedName(embed) === name) ?? embeds.find((embed) => embed.target === name)
    if (!found) throw notEmbedded(name)
    items = found.items
    return embedName(found)
  })
}

const merge = (one: LevelQuery, other: LevelQuery): LevelQuery => ({
  path: one.path,
  conditions: [...one.conditions, ...other.conditions],
  order: other.order.length > 0 ? other.order : one.order,
  limit: other.limit ?? one.limit,
  offset: other.offset || one.offset,
})

export function notEmbedded(name: string): RestError {
  return new RestError('PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}
