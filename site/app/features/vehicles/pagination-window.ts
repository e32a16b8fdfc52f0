export type PageItem = number | 'gap'

const NEIGHBOURS = 2

/** First and last page, up to two either side of the current one, and a gap for what is left out. */
export function pageWindow(current: number, total: number): PageItem[] {
  const items: PageItem[] = []
  let previous = 0
  for (let page = 1; page <= total; page++) {
    if (page !== 1 && page !== total && Math.abs(page - current) > NEIGHBOURS) continue
    if (page - previous > 1) items.push('gap')
    items.push(page)
    previous = page
  }
  return items
}
