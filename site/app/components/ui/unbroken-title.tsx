/** Longer parts may break, so that nothing is wider than a small phone. */
const LONGEST = 18
const SHORT = 2

/** Splits a vehicle's title where a line may end: "Jaguar | F-Type | R-Dynamic", "Mercedes-Benz | S 400 d L". */
export function titleParts(title: string): string[] {
  const parts: string[] = []
  let next = ''
  // From the end, because a designation belongs to what follows rather than to the make: "S 400", not "Benz S".
  for (const word of title.split(' ').reverse()) {
    const joined = `${word} ${parts[0]}`
    const belongs = next !== '' && (word.length <= SHORT || next.length <= SHORT) && joined.length <= LONGEST
    if (belongs) parts[0] = joined
    else parts.unshift(word)
    next = word
  }
  return parts
}

/** A vehicle's title that does not break after a hyphen or inside a designation. Its text is unchanged. */
export const UnbrokenTitle = ({ children }: { children: string }) =>
  titleParts(children).flatMap((part, index) => [
    index > 0 && ' ',
    /[- ]/.test(part) && part.length <= LONGEST ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title never move
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  ])
