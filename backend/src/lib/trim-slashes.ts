// The pattern `/\/+$/` is not used, because it takes quadratic time on a run of slashes in the middle of the text.

export function trimEndSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

export function trimSlashes(text: string): string {
  let start = 0
  while (text[start] === '/') start++
  return trimEndSlashes(text.slice(start))
}
