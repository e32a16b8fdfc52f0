import { PUBLIC_OBJECTS, VEHICLE_BUCKET } from '../../../../supabase/functions/_shared/picture-variants.ts'

/**
 * SQL that tests whether a row of vehicle_images refers to a picture. The picture's name is given as an SQL expression,
 * and the test is written so that the index on hashes is used. A space is the only character in names that is known to
 * be encoded differently in URLs.
 */
export function isAddressOf(name: string): string {
  const address = `'${PUBLIC_OBJECTS}${VEHICLE_BUCKET}/' || ${name}`
  const spellings = [address, `replace(${address}, ' ', '%20')`]
  const hashes = spellings.map((spelling) => `hashtextextended(${spelling}, 0)`)
  return `hashtextextended(image_url, 0) in (${hashes}) and image_url in (${spellings})`
}
