/** Longer parts may break, so that nothing is wider than a small phone. */
const LONGEST = 18

const isShort = (word: string) => word.length < 3

/** Splits a vehicle's title where a line may end: "Jaguar | F-Type | R-Dynamic", "Mercedes-Benz | S 400 d L". */
export function titleParts(title: string): string[] {
  const words = title.split(' ')
  // From the end, because a designation belongs to what follows rather than to the make: "S 400", not "Benz S".
  for (let at = words.length - 2, next = words.at(-1) ?? ''; at >= 0; at--) {
    const word = words[at] ?? ''
    const joined = `${word} ${words[at + 1]}`
    if ((isShort(word) || isShort(next)) && joined.length <= LONGEST) words.splice(at, 2, joined)
    next = word
  }
  return words
}

/** A vehicle's title that does not break after a hyphen or inside a designation. Its text is unchanged. */
export const UnbrokenTitle = ({ children }: { children: string }) =>
  titleParts(children).map((part, index) => [
    index > 0 && ' ',
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title never move
    <span key={index} className={part.length > LONGEST ? undefined : 'whitespace-nowrap'}>
      {part}
    </span>,
  ])
