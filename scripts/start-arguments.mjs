// The options of `npm start --`, as environment variables of the server.

const OPTIONS = { '--empty': { START_EMPTY: '1' } }

/** The environment for these options, or the problem with them. */
export function readStartArguments(options) {
  const unknown = options.find((option) => !Object.hasOwn(OPTIONS, option))
  if (unknown !== undefined)
    return { problem: `Unknown option ${unknown}. npm start accepts ${Object.keys(OPTIONS).join(', ')}.` }
  return { env: Object.assign({}, ...options.map((option) => OPTIONS[option])) }
}
