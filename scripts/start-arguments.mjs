// What may follow `npm start --`, as the environment of the server.

const WORDS = { '--empty': { START_EMPTY: '1' } }

/** The environment that the words ask for, or what is wrong with them. */
export function readStartArguments(words) {
  const unknown = words.find((word) => !Object.hasOwn(WORDS, word))
  if (unknown !== undefined) return { problem: `npm start knows ${Object.keys(WORDS).join(', ')}; not ${unknown}.` }
  return { env: Object.assign({}, ...words.map((word) => WORDS[word])) }
}
