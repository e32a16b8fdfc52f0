const PAGES_EITHER_SIDE = 2

/** The first and last page, and up to two pages on either side of the current one; null for a gap. */
export function pageWindow(page: number, totalPages: number): (number | null)[] {
  const shown: (number | null)[] = []
  for (let number = 1; number <= totalPages; number++) {
    const isEnd = number === 1 || number === totalPages
    if (isEnd || Math.abs(number - page) <= PAGES_EITHER_SIDE) shown.push(number)
    else if (shown.at(-1) !== null) shown.push(null)
  }
  return shown
}
