// A NUL byte or an unpaired surrogate is legal in JSON, but PostgreSQL cannot store it.
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

const isUnstorable = (value: unknown) => typeof value === 'string' && UNSTORABLE.test(value)

/** Parses JSON. Throws a SyntaxError also for text that the database cannot store. */
export const parseStorableJson = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => {
    if (isUnstorable(key) || isUnstorable(value)) throw new SyntaxError('The text cannot be stored')
    return value
  })
