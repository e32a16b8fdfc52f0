// Turns the options of `npm start --` into environment variables for the server.

const OPTIONS = { '--empty': { START_EMPTY: '1' } }

/** The environment for these options, or what is wrong with them. */
export function readStartArguments(options) {
  const unknown = options.find((option) => !Object.hasOwn(OPTIONS, option))
  if (unknown !== undefined)
    return { problem: `Unknown option ${unknown}. npm start accepts ${Object.keys(OPTIONS).join(', ')}.` }
  return { env: Object.assign({}, ...options.map((option) => OPTIONS[option])) }
}
